/** Which requests are judged, and how sure: classes of requests, delays, repeats. */
import { describe, expect, test } from 'vitest';
import { refund, story, type Story } from '../support/story.ts';
import { createWireWriter, type ReplyPart } from '../support/wire.ts';

const confidences = ({ inspection }: Story): readonly string[] =>
  inspection.flags.map(({ confidence }) => confidence);

const CHAT = 'https://app.example/api/chat';

/** A refund whose stream came from the address of a chat. */
const chat = (): Story =>
  story()
    .open('s1', { request: { method: 'POST', url: CHAT, body: '{"messages":[1]}' } })
    .start()
    .fragment('{"orderId": "A-1042", "amountCents": 50');

/** A page that saves what its user types. */
const save = (run: Story, text: string): Story =>
  run.post('/api/drafts/7', { text }, { method: 'PUT' });

/** A refund that has come to its end. */
const done = (): Story => refund().fragment('00}').finish().end();

/** A refund that broke off, and the same asked for again, which came to its end. */
const askedAgain = (): Story =>
  refund()
    .end('abort')
    .open('s2')
    .start('create_refund', 's2')
    .fragment('{"orderId": "A-1042", "amountCents": 5000}', 's2')
    .finish('tool_calls', 's2')
    .end('eof', 's2');

/** Two refunds of one order, one after the other: the first is done, of the second the amount is cut. */
function twoRefunds(): Story {
  const writer = createWireWriter('anthropic-messages');
  const parts: readonly ReplyPart[] = [
    { type: 'call', call: 0, id: 'call_1', name: 'create_refund' },
    { type: 'fragment', call: 0, text: '{"orderId": "A-1042", "amountCents": 900}' },
    { type: 'call-end', call: 0 },
    { type: 'call', call: 1, id: 'call_2', name: 'create_refund' },
    { type: 'fragment', call: 1, text: '{"orderId": "A-1042", "amountCents": 5000' },
  ];
  const run = story().open();
  const text = parts.map((part) => writer.write(part)).join('');
  run.inspection.add({ type: 'stream-chunk', t: 2, stream: 's1', text });
  return run;
}

const refundAgain = (run: Story, method = 'POST'): Story =>
  run.post('/api/refunds', { orderId: 'A-1042', amountCents: 5000 }, { method });

describe("a request of the stream's own", () => {
  test('is not judged when it is the same again, since the connection was lost', () => {
    expect(confidences(chat().click().post(CHAT, '{"messages":[1]}'))).toEqual(['possible']);
    const retried = chat().end('error').post(CHAT, '{"messages":[1]}');
    expect(retried.post(CHAT, '{"messages":[1]}').inspection.flags).toEqual([]);
  });

  test('is not judged when it is the next message to the same agent', () => {
    expect(chat().post(CHAT, '{"messages":[1,2]}').inspection.flags).toEqual([]);
  });

  test('is judged when it carries a value of the call that is open', () => {
    expect(chat().post(CHAT, { orderId: 'A-1042' }).flags).toMatchObject([
      { code: 'early-action', confidence: 'confirmed' },
    ]);
  });

  test.each([
    [CHAT, `${CHAT}/stop`],
    [CHAT, `${CHAT}/run_1/cancel`],
    ['https://app.example/runs/7/stream', 'https://app.example/runs/7/cancel'],
  ])('is not judged when it cancels the stream: %s, %s', (url, cancel) => {
    const run = story()
      .open('s1', { request: { method: 'POST', url } })
      .start();
    expect(run.fragment('{"id": "r-77"').post(cancel, '{"id": "r-77"}').inspection.flags).toEqual(
      [],
    );
  });

  test('but cancelling an order is an action like any other', () => {
    const run = chat().post('https://app.example/api/orders/A-1042/cancel', '');
    expect(run.flags).toMatchObject([{ confidence: 'confirmed' }]);
  });

  test('and so is a request that is sent twice and whose reply is merely read piece by piece', () => {
    const run = refund().fragment('00}');
    const send = (): Story => run.post('/api/refunds', { amountCents: 5000 });
    send().open('s2', {
      request: { method: 'POST', url: '/api/refunds', body: '{"amountCents":5000}' },
      response: { status: 200, headers: [['content-type', 'application/json']] },
    });
    expect(send().flags.map(({ code }) => code)).toContain('duplicate-action');
  });

  test('a message of the same socket is part of the conversation', () => {
    const url = 'wss://api.example/v1/realtime';
    const run = story().open('s1', { transport: 'websocket', request: { method: 'GET', url } });
    run.inspection.add({
      type: 'stream-chunk',
      t: 2,
      stream: 's1',
      text: JSON.stringify({
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'function_call', id: 'i1', call_id: 'c1', name: 'refund', arguments: '' },
      }),
    });
    const send = { method: 'SEND', initiator: 'websocket' } as const;
    expect(run.post(url, '{"type":"input_audio_buffer.append"}', send).inspection.flags).toEqual(
      [],
    );
  });
});

describe('a request that carries values', () => {
  const whole = { orderId: 'A-1042', amountCents: 5000 };

  test('is about the earlier call that is done, where it has more of that than of the open one', () => {
    const again = done()
      .open('s2')
      .start('create_refund', 's2')
      .fragment('{"orderId": "A-1042"', 's2');
    expect(again.post('/api/refunds', whole).flags).toEqual([]);
    const half = again.fragment(', "amountCents": 20', 's2');
    expect(half.post('/api/refunds', { ...whole, amountCents: 20 }).flags).toMatchObject([
      { code: 'early-action', stream: 's2' },
    ]);
  });

  test('is one also where its address lists events, or batches', () => {
    for (const url of ['/api/batch', '/api/events']) {
      expect(refund().post(url, { orderId: 'A-1042', amountCents: 50 }).flags).toHaveLength(1);
      const cause = { stream: 's1', chunk: 3 };
      expect(refund().post(url, { event: 'tool_delta', count: 3 }, { cause }).flags).toEqual([]);
    }
  });

  test('is none where its address tells what happens, or saves an editor by itself', () => {
    const urls = [
      '/api/track',
      '/api/analytics',
      '/api/telemetry/events',
      '/ingest/e/',
      '/autosave',
    ];
    for (const url of urls) {
      expect(refund().post(url, { orderId: 'A-1042', amountCents: 50 }).flags).toEqual([]);
    }
  });

  test('is one where the tool has the name of such an address', () => {
    const run = story().open().start('track_parcel').fragment('{"parcel": "P-77001"');
    expect(run.post('/api/track', { parcel: 'P-77001' }).flags).toMatchObject([
      { code: 'early-action', confidence: 'confirmed' },
    ]);
  });

  test('is less sure where the page had them all before the call, and told to be another business', () => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Refund A-1042.' }] });
    const asked = (): Story =>
      story()
        .open('s1', { request: { method: 'POST', url: CHAT, body } })
        .start()
        .fragment('{"orderId": "A-1042", "amountCents": 50');
    expect(confidences(asked().post('/api/notes', { orderId: 'A-1042', note: 'Hm' }))).toEqual([
      'possible',
    ]);
    expect(asked().post('/api/refunds', { orderId: 'A-1042' }).flags).toMatchObject([
      { confidence: 'likely', reasons: [{ type: 'value-sent' }, { type: 'known-before' }] },
    ]);
    expect(confidences(asked().post('/api/notes', { orderId: 'A-1042', amountCents: 50 }))).toEqual(
      ['confirmed'],
    );
    // Only the call had the beginning of it.
    expect(confidences(asked().post('/api/notes', { orderId: 'A-1042', amountCents: 5 }))).toEqual([
      'confirmed',
    ]);
  });

  test('is none where the page had sent the same before there was such a call', () => {
    const beat = { user: 'u1', status: 'open' };
    const run = story().post('/live/beat', beat).open().start('list_tickets');
    run.fragment('{"status": "open", ').post('/live/beat', beat);
    expect(run.post('/live/beat', beat).inspection.flags).toEqual([]);
    expect(run.post('/api/tickets', { status: 'open' }).flags).toMatchObject([
      { code: 'early-action', confidence: 'confirmed' },
    ]);
  });

  test('is one each time that the same bug is run again', () => {
    const run = refund().post('/api/refunds', { amountCents: 50 }).fragment('00}').finish().end();
    run.open('s2').start('create_refund', 's2').fragment('{"amountCents": 50', 's2');
    expect(run.post('/api/refunds', { amountCents: 50 }).flags).toMatchObject([
      { code: 'early-action', stream: 's1' },
      { code: 'early-action', stream: 's2' },
    ]);
  });

  test('is of the call beside it that is done, where it has nothing that only the open one has', () => {
    const undo = { orderId: 'A-1042' };
    expect(twoRefunds().post('/api/refunds/undo', undo).flags).toMatchObject([
      { code: 'before-stream-end', call: 0 },
    ]);
    const half = { orderId: 'A-1042', amountCents: 50 };
    expect(twoRefunds().post('/api/refunds', half).flags).toMatchObject([
      { code: 'early-action', confidence: 'confirmed', call: 1 },
    ]);
  });

  test('is of the call that was asked for again, where one before it never ended', () => {
    expect(
      askedAgain().post('/api/refunds', { orderId: 'A-1042', amountCents: 5000 }).flags,
    ).toEqual([]);
    expect(askedAgain().post('/api/orders', { orderId: 'A-1042' }).flags).toEqual([]);
    expect(
      askedAgain().post('/api/refunds', { orderId: 'A-1042', amountCents: 50 }).flags,
    ).toMatchObject([{ code: 'acted-on-incomplete', stream: 's1' }]);
  });

  test('says of what it did not carry only what was not there yet', () => {
    const run = story().open().start().fragment('{"orderId": "A-1042", "reason": "Bro');
    const early = run.post('/api/refunds', { orderId: 'A-1042' });
    const { flags } = early.fragment('ken", "amountCents": 5000}').finish().end();
    expect(flags[0]?.differences).toEqual([
      { path: '$.amountCents', acted: undefined, final: 5000 },
    ]);
  });
});

describe('the result of an open call', () => {
  test.each([
    ['OpenAI chat', { role: 'tool', tool_call_id: 's1-0', content: '{"approved": true}' }],
    ['Anthropic', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 's1-0' }] }],
    ['OpenAI Responses', { type: 'function_call_output', call_id: 's1-0', output: '{}' }],
    ['the AI SDK', { role: 'assistant', parts: [{ toolCallId: 's1-0', output: { ok: true } }] }],
  ])('is an early action in the shape of %s, in the same chat too', (_of, message) => {
    const body = { messages: [{ role: 'user', content: 'Refund it' }, message] };
    expect(chat().post(CHAT, body).flags).toMatchObject([
      { code: 'early-action', confidence: 'confirmed' },
    ]);
    expect(chat().fragment('00}').finish().post(CHAT, body).flags).toEqual([]);
  });
});

test.each([
  '/api/conversations/9/generate-title',
  '/api/chats/1/title',
  '/api/messages/77/read',
  '/api/tts',
  '/api/auth/refresh',
  '/ingest',
])('what looks after the conversation itself is no action on a call: %s', (url) => {
  const cause = { stream: 's1', chunk: 2 };
  expect(refund().post(url, { batch: [1] }, { cause }).inspection.flags).toEqual([]);
});

describe('a read', () => {
  test.each<[string, string, unknown]>([
    ['of a GraphQL query with a comment before it', '/graphql', { query: '# Order\n{ order }' }],
    ['of several GraphQL queries', '/graphql', [{ query: '{ a }' }, { query: 'query B { b }' }]],
    ['by JSON-RPC', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ['by JSON-RPC from a chain', '/rpc', { jsonrpc: '2.0', id: 1, method: 'eth_getBalance' }],
    ['by tRPC', '/api/trpc/order.get,user.list?batch=1', { 0: { orderId: 'A-1042' } }],
  ])('%s is not judged', (_what, url, body) => {
    expect(refund().post(url, body).inspection.flags).toEqual([]);
  });

  test.each<[string, string, unknown]>([
    [
      'a GraphQL mutation after a fragment',
      '/graphql',
      { query: 'fragment F { a } mutation { b }' },
    ],
    ['a call of a tool by JSON-RPC', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call' }],
    ['a tRPC mutation beside a query', '/api/trpc/order.get,order.refund?batch=1', {}],
  ])('is no longer one where it is %s', (_what, url, body) => {
    expect(confidences(refund().post(url, body))).toEqual(['possible']);
  });
});

describe('a save of what the user types', () => {
  test('is not held against the call that is open', () => {
    const run = save(story(), 'Thank').open().start().fragment('{"orderId": "A-1042"');
    expect(save(run.type().wait(600), 'Thank you').inspection.flags).toEqual([]);
  });

  test('is still where it carries a value of the call', () => {
    const run = save(story(), 'Thank').open().start().fragment('{"orderId": "A-1042"');
    // A text that the user types may be the same by chance: its own key tells.
    expect(save(run.type().wait(600), 'A-1042').flags).toEqual([]);
    const own = run.type().wait(600).post('/api/drafts/1', { orderId: 'A-1042' });
    expect(own.flags).toMatchObject([{ confidence: 'confirmed' }]);
  });

  test('is another thing after a click', () => {
    const run = save(story(), 'Thank').open().start().fragment('{"orderId": "A-1042"');
    expect(confidences(save(run.type().click(), 'Thank you'))).toEqual(['possible', 'possible']);
  });

  test('typing itself is never flagged, and explains no request', () => {
    const run = refund().type();
    expect(run.inspection.flags).toEqual([]);
    expect(run.post('/api/run', '{}').inspection.flags).toMatchObject([
      { confidence: 'possible', reasons: [{ type: 'only-open-call' }] },
    ]);
  });
});

describe('a delayed effect of a fragment', () => {
  test('is likely where it comes soon after by itself and names the call', () => {
    const { flags } = refund().wait(120).post('/api/tools/create-refund', '{}');
    expect(flags).toMatchObject([{ code: 'early-action', confidence: 'likely' }]);
    expect(flags[0]?.reasons).toEqual([
      { type: 'names-call', value: 'create-refund', place: 'address' },
      { type: 'after-fragment', fragment: 2, ms: 121 },
    ]);
  });

  test('is likely where the address has all the words of the tool', () => {
    const run = story().open().start('delete_user').fragment('{"userId": 12');
    expect(run.wait(150).post('/api/users/delete', { user: 12 }).flags).toMatchObject([
      { code: 'early-action', confidence: 'likely' },
    ]);
  });

  test('is likely also when the user has just asked for what the call does', () => {
    const asked = story().click().open().start().fragment('{"orderId": "A-1042", ');
    const { flags } = asked.wait(120).post('/api/tools/create-refund', '{}');
    expect(flags).toMatchObject([{ code: 'early-action', confidence: 'likely' }]);
  });

  test('is only possible when it comes later, after a gesture, or to another site', () => {
    const frame = { id: 0, url: 'https://app.example/' };
    const url = '/api/tools/create-refund';
    expect(confidences(refund().wait(400).post(url, '{}'))).toEqual(['possible']);
    expect(refund().click().post(url, '{}').flags).toEqual([]);
    expect(refund().post(`https://api.other${url}`, '{}', { frame }).flags).toEqual([]);
  });

  test('is only possible where the name is in the body: so are events logged', () => {
    const body = { event: 'tool_call', id: 's1-0', tool: 'create_refund' };
    expect(confidences(refund().post('/api/assistant', body))).toEqual(['possible']);
    expect(confidences(refund().post('/api/log', body))).toEqual([]);
  });

  test('is confirmed where it carries the values', () => {
    const run = refund().wait(120).post('/api/tools', { tool: 'create_refund', amountCents: 50 });
    expect(run.flags).toMatchObject([{ confidence: 'confirmed' }]);
  });
});

describe('a simple request to another site', () => {
  const frame = { id: 0, url: 'https://app.example/' };
  const simple = { frame, contentType: 'text/plain;charset=UTF-8' };
  const cause = { stream: 's1', chunk: 2 };

  test('is that of a tracker, even in the turn of a fragment', () => {
    const run = refund().post('https://plausible.example/api/event', '{}', { ...simple, cause });
    expect(run.inspection.flags).toEqual([]);
  });

  test('but not when it carries a value, nor when it is no simple one', () => {
    const { flags } = refund().post('https://hooks.other/1', { orderId: 'A-1042' }, simple);
    expect(flags).toMatchObject([{ confidence: 'confirmed' }]);
    const json = { frame, cause, contentType: 'application/json' };
    expect(refund().post('https://api.other/run', '{}', json).flags).toHaveLength(1);
  });
});

describe('a request that comes again after everything has ended', () => {
  test('is a duplicate where the page sent it again by itself', () => {
    const { flags } = refundAgain(refundAgain(done().click()).wait(5000));
    expect(flags).toMatchObject([
      { code: 'duplicate-action', confidence: 'confirmed', matchesFinal: true },
    ]);
    expect(flags[0]?.reasons).toContainEqual({ type: 'same-as', action: 8 });
  });

  test('is one where the user clicked twice', () => {
    expect(refundAgain(refundAgain(done().click()).wait(150).click()).flags).toMatchObject([
      { code: 'duplicate-action' },
    ]);
  });

  test('is none where the user asked for it again, or much later, or where it changes nothing more', () => {
    expect(refundAgain(refundAgain(done().click()).wait(3000).click()).inspection.flags).toEqual(
      [],
    );
    expect(refundAgain(refundAgain(done()).wait(60_000)).inspection.flags).toEqual([]);
    expect(refundAgain(refundAgain(done(), 'PUT').wait(100), 'PUT').inspection.flags).toEqual([]);
  });

  test('is none where it carries another value, or comes for another call', () => {
    expect(
      refundAgain(done()).post('/api/refunds', { orderId: 'A-1042', amountCents: 200 }).flags,
    ).toEqual([]);
  });
});

describe('a call of which only the own end is missing', () => {
  const events = [
    { type: 'message_start', message: {} },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 't1', name: 'unlock', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"door": "D2-north"}' },
    },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ];

  test('makes an action on it less sure', () => {
    const run = story().open();
    const text = events
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
    run.inspection.add({ type: 'stream-chunk', t: 2, stream: 's1', text });
    expect(run.post('/api/doors', { door: 'D2-north' }).flags).toMatchObject([
      {
        code: 'early-action',
        confidence: 'likely',
        reasons: [{ type: 'value-sent' }, { type: 'stream-finished', finish: 'tool_use' }],
      },
    ]);
  });
});
