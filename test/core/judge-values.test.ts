/** What the values that a request carries prove, and where they are found: in texts, under other spellings. */
import { describe, expect, test } from 'vitest';
import { refund, story, type Story } from '../support/story.ts';

const confidences = ({ inspection }: Story): readonly string[] =>
  inspection.flags.map(({ confidence }) => confidence);

/** A refund of which the currency is known, and the note is cut. */
const inEuro = (): Story => refund().fragment('00, "currency": "EUR", "note": "n');

describe('a request with values of an open call', () => {
  test('is only possible where the user pressed another control, and it has one value beside others', () => {
    const star = { role: 'button', name: '★', selector: '#star' };
    const confirm = { role: 'button', name: 'Confirm', selector: '#confirm' };
    const orders = '/api/orders/A-1042';
    expect(confidences(refund().click({ target: star }).post(`${orders}/star`, {}))).toEqual([
      'possible',
      'possible',
    ]);
    const starred = { orderId: 'A-1042', starred: true, rating: 'up' };
    expect(confidences(refund().click({ target: star }).post('/api/stars', starred))).toEqual([
      'possible',
      'possible',
    ]);
    for (const run of [
      refund().post(`${orders}/star`, {}),
      refund().post('/api/stars', starred),
      refund().click({ target: confirm }).post('/api/stars', starred),
      refund().click({ target: confirm }).post(`${orders}/confirm`, {}),
      refund().click({ target: star }).post(`${orders}/refund`, {}),
      refund().click({ target: star }).post(`${orders}/star`, { amountCents: 50 }),
    ]) {
      expect(run.flags).toMatchObject([{ code: 'early-action', confidence: 'confirmed' }]);
    }
  });

  test('is not judged where it only ends what runs, after the stop button', () => {
    const stop = { role: 'button', name: 'Stop', selector: '#stop' };
    const cancel = { reason: 'user', orderId: 'A-1042' };
    expect(
      refund().click({ target: stop }).post('/api/runs/9/cancel', cancel).inspection.flags,
    ).toEqual([]);
    expect(refund().post('/api/runs/9/cancel', cancel).flags).toMatchObject([
      { confidence: 'confirmed' },
    ]);
    const ofTool = story().open().start('cancel_order').fragment('{"orderId": "A-1042", "why": "l');
    expect(
      confidences(ofTool.click({ target: stop }).post('/api/orders/A-1042/cancel', {})),
    ).toEqual(['confirmed']);
  });

  test('is not of the call where only a number is the same, and a text beside it is another', () => {
    const click = { target: { role: 'button', name: 'Refund', selector: '#own' } };
    const byHand = { orderId: 'B-7', amountCents: 50 };
    expect(confidences(refund().click(click).post('/api/refunds', byHand))).not.toContain(
      'confirmed',
    );
    for (const own of [{ amountCents: 50 }, { orderId: 'A-10', amountCents: 50 }]) {
      expect(confidences(refund().post('/api/refunds', own))).toEqual(['confirmed']);
    }
    const edited = { orderId: 'A-1042', amountCents: 50, reason: 'by hand' };
    const run = refund().fragment(', "reason": "Arrived');
    expect(confidences(run.post('/api/refunds', edited))).toEqual(['confirmed']);
  });

  test('is only possible where it has nothing of the call but a short text, as many a request has', () => {
    const euro = { currency: 'EUR' };
    expect(confidences(inEuro().post('/api/settings', euro))).toEqual(['possible']);
    for (const sure of [
      inEuro().post('/api/settings', euro, { cause: { stream: 's1', chunk: 3 } }),
      inEuro().post('/api/refund', euro),
      inEuro().post('/api/settings', { ...euro, orderId: 'A-1042' }),
    ]) {
      expect(confidences(sure)).toEqual(['confirmed']);
    }
  });

  test('is told by a value under its key, however that is written', () => {
    const [flag] = refund().post('/api/refunds', { order_id: 'A-1042', amount_cents: 50 }).flags;
    expect(flag).toMatchObject({
      confidence: 'confirmed',
      reasons: [{ value: 'A-1042' }, { path: '$.amountCents', value: 50 }],
    });
  });
});

describe('a request that carries JSON, or a GraphQL mutation, in a text', () => {
  const args = { orderId: 'A-1042', amountCents: 50 };
  const mutation = `mutation { refund(input: {orderId: "A-1042", amountCents: 50}) { id } }`;

  test.each([
    ['a field of a form', `kind=refund&payload=${encodeURIComponent(JSON.stringify(args))}`],
    ['a text in JSON', JSON.stringify({ payload: JSON.stringify(args) })],
    ['a text in a text', JSON.stringify({ a: JSON.stringify({ b: JSON.stringify([args]) }) })],
    ['the text of a mutation', JSON.stringify({ query: mutation })],
    ['one of several mutations', JSON.stringify([{ query: '{ me { id } }' }, { query: mutation }])],
    ['a packet of Socket.IO', `42${JSON.stringify(['refund.create', args])}`],
    ['one with a namespace and a number', `42/live,7${JSON.stringify(['refund', args])}`],
    ['a mutation alone', `# by the agent\n${mutation}`],
  ])('is judged by it: %s', (_, body) => {
    const [flag] = refund().post('/graphql', body).flags;
    expect(flag).toMatchObject({ code: 'early-action', confidence: 'confirmed' });
    const amount = flag?.reasons.find(
      (reason) => reason.type === 'value-sent' && reason.path === '$.amountCents',
    );
    expect(amount).toMatchObject({ value: 50 });
  });

  test.each([
    ['a text that only looks like it', JSON.stringify({ note: 'amountCents: 50, mutation' })],
    [
      'a conversation in a text',
      JSON.stringify({ state: JSON.stringify([{ role: 'assistant', args }]) }),
    ],
    ['JSON that is cut', JSON.stringify({ log: JSON.stringify(args).slice(0, -1) })],
  ])('is no sure effect of the call where it has no value of it: %s', (_, body) => {
    expect(
      refund()
        .post('/api/state', body)
        .flags.map(({ confidence }) => confidence),
    ).not.toContain('confirmed');
  });
});
