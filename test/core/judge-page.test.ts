/** What the page did by itself: controls that lit up, texts that it parsed. */
import { describe, expect, test } from 'vitest';
import { refund, story } from '../support/story.ts';

describe('JSON.parse on the text of an open call', () => {
  test('is a fault where a later fragment is parsed by itself, told once the call has ended', () => {
    const run = refund().parse('"amountCents": 50');
    expect(run.inspection.flags).toEqual([]);
    expect(run.fragment('00}').finish().end().flags).toMatchObject([
      {
        code: 'parse-failure',
        confidence: 'confirmed',
        fragment: 3,
        ofFragments: 4,
        argumentsAtAction: '{"orderId": "A-1042", "amountCents": 50',
      },
    ]);
  });

  test('is only possible on the buffer: so do the partial parsers of the SDKs', () => {
    const run = refund().parse('{"orderId": "A-1042", "amountCents": 50').fragment('00}');
    expect(run.finish().end().flags).toEqual([]);
    expect(run.inspection.flags).toMatchObject([{ code: 'parse-failure', confidence: 'possible' }]);
  });

  test('is a fault at its fragment where all fragments and the end came in one chunk', () => {
    const cause = { stream: 's1', chunk: 1 };
    const run = story().open().start().burst(['{"a": ', '"b"', '}']);
    for (const piece of ['{"a": ', '"b"', '}']) run.parse(piece, { cause });
    expect(run.end().inspection.flags).toMatchObject([
      { code: 'parse-failure', confidence: 'confirmed', fragment: 2, argumentsAtAction: '{"a": ' },
    ]);
  });

  test('is no fault after the turn of the chunk that ended the call', () => {
    const run = story().open().start().burst(['{"a": ', '"b"}']).parse('"b"}').end();
    expect(run.inspection.flags).toEqual([]);
  });

  test('is a fault once, however often each fragment is parsed by itself', () => {
    const run = story().open().start();
    for (const piece of ['{"a"', ': 1', ', "b"', ': 2']) run.fragment(piece).parse(piece);
    expect(run.fragment('}').finish().end().flags).toMatchObject([{ code: 'parse-failure' }]);
  });

  test('of any other text is none of our business', () => {
    expect(refund().parse('{"theme": "da').fragment('00}').finish().end().flags).toEqual([]);
  });
});

describe('a control that becomes usable while a call is open', () => {
  const confirm = { role: 'button', name: 'Confirm refund', selector: '#confirm' };

  test('is likely early where a fragment enabled it', () => {
    const { flags } = refund().light(confirm).fragment('00}').finish();
    expect(flags).toMatchObject([
      { code: 'control-early', confidence: 'likely', fragment: 3, ofFragments: 4 },
    ]);
    expect(flags[0]?.reasons).toEqual([{ type: 'after-fragment', fragment: 2, ms: 1 }]);
  });

  test('is only possible where it was drawn anew, came much later, or followed a gesture', () => {
    const copy = { role: 'button', name: 'Copy', selector: '#copy' };
    expect(refund().light(copy, { how: 'inserted' }).flags).toEqual([]);
    expect(refund().wait(1500).light(confirm).flags).toEqual([]);
    expect(refund().click().light(confirm).flags).toEqual([]);
  });

  test('is likely early however long the turn took in which a fragment enabled it', () => {
    const cause = { stream: 's1', chunk: 2 };
    expect(refund().wait(400).light(confirm, { cause }).flags).toMatchObject([
      { confidence: 'likely' },
    ]);
    const earlier = { stream: 's1', chunk: 1 };
    expect(refund().wait(400).light(confirm, { cause: earlier }).flags).toEqual([]);
  });

  test('is flagged once per call, however often it flickers', () => {
    const { inspection } = refund().light(confirm).fragment('0').light(confirm).light(confirm);
    expect(inspection.flags).toHaveLength(1);
  });

  test('ties a gesture on it to the call, and the request that follows', () => {
    const { flags } = refund().light(confirm).click({ target: confirm }).post('/api/run', '{}');
    expect(flags.map(({ code, confidence }) => [code, confidence])).toEqual([
      ['control-early', 'likely'],
      ['early-action', 'likely'],
      ['early-action', 'likely'],
    ]);
    expect(flags[1]?.reasons).toMatchObject([{ type: 'control-lit-up' }]);
  });

  test('is none of our business when it stops the stream, or when no call is open', () => {
    expect(refund().light({ name: 'Stop generating', selector: '#stop' }).inspection.flags).toEqual(
      [],
    );
    expect(refund().fragment('00}').finish().light(confirm).inspection.flags).toEqual([]);
  });

  test('is only possible where the user has just typed: “Save” is for what was typed', () => {
    const save = { role: 'button', name: 'Save', selector: '#save' };
    expect(refund().type().light(save).flags).toEqual([]);
    expect(refund().type().fragment('0').light(save).flags).toEqual([]);
    expect(refund().type().wait(2100).fragment('0').light(save).flags).toHaveLength(1);
  });

  test('is likely early also where a fragment put it there, and it asks for consent to the call', () => {
    for (const name of ['Confirm', 'Approve this', 'Refund order']) {
      const run = refund().light({ role: 'button', name, selector: '#ok' }, { how: 'inserted' });
      expect(run.flags).toMatchObject([{ code: 'control-early', confidence: 'likely' }]);
    }
  });

  test('is nothing where it is what the user asked with, which is usable again', () => {
    const go = { role: 'button', name: 'Go', selector: '#go' };
    const asked = story().click({ target: go }).open().start().fragment('{"orderId": "A-1');
    expect(asked.light(go).inspection.flags.map(({ code }) => code)).toEqual([]);
    const send = { role: 'button', name: 'Send message', selector: '#send' };
    expect(refund().light(send).inspection.flags).toEqual([]);
  });

  test('ties nothing to the call where the user opened it, in a dialog or a menu', () => {
    const save = { role: 'button', name: 'Save', selector: '#save' };
    const settings = { role: 'button', name: 'Settings', selector: '#settings' };
    const run = refund().wait(2000).fragment('0').click({ target: settings });
    run.light(save, { how: 'shown' }).click({ target: save }).post('/api/preferences', {});
    expect(run.flags).toEqual([]);
    expect(run.inspection.flags.length).toBeGreaterThan(0);
  });

  test('is of no open call where the last chunk ended the call of another stream', () => {
    const twoStreams = story()
      .open('s1')
      .start('create_refund', 's1')
      .fragment('{"orderId": "A-1', 's1')
      .open('s2')
      .start('book_courier', 's2')
      .fragment('{"parcels": 2}', 's2')
      .finish('tool_calls', 's2');
    const book = { role: 'button', name: 'Book courier', selector: '#book' };
    const run = twoStreams.light(book).click({ target: book }).post('/couriers', { parcels: 2 });
    expect(run.flags.filter(({ stream }) => stream === 's1')).toEqual([]);
  });

  test('makes a gesture as sure as it is itself', () => {
    const copy = { role: 'button', name: 'Copy', selector: '#copy' };
    const drawn = refund().light(copy, { how: 'inserted' }).click({ target: copy });
    expect(drawn.flags).toEqual([]);
    const effect = drawn.post('/snippets', {});
    expect(effect.flags).toMatchObject([{ code: 'early-action', confidence: 'likely' }]);
  });
});
