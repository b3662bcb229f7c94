/** Values that a request carries in a text: JSON in JSON, JSON in a form, arguments of a mutation. */
import { describe, expect, test } from 'vitest';
import { refund } from '../support/story.ts';

describe('a request that carries JSON, or a GraphQL mutation, in a text', () => {
  const args = { orderId: 'A-1042', amountCents: 50 };
  const mutation = `mutation { refund(input: {orderId: "A-1042", amountCents: 50}) { id } }`;

  test.each([
    ['a field of a form', `kind=refund&payload=${encodeURIComponent(JSON.stringify(args))}`],
    ['a text in JSON', JSON.stringify({ payload: JSON.stringify(args) })],
    ['a text in a text', JSON.stringify({ a: JSON.stringify({ b: JSON.stringify([args]) }) })],
    ['the text of a mutation', JSON.stringify({ query: mutation })],
    ['one of several mutations', JSON.stringify([{ query: '{ me { id } }' }, { query: mutation }])],
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
