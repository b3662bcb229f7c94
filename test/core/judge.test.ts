import { describe, expect, test } from 'vitest';
import { refund, story, type Story } from '../support/story.ts';

describe('an action before the end of its call', () => {
  test('is confirmed where the request carries a value that was cut', () => {
    const { flags } = refund()
      .post('/api/refunds', { orderId: 'A-1042', amountCents: 50 })
      .wait(40)
      .fragment('00}')
      .finish()
      .end();
    expect(flags).toHaveLength(1);
    expect(flags[0]).toMatchObject({
      code: 'early-action',
      confidence: 'confirmed',
      stream: 's1',
      call: 0,
      fragment: 3,
      ofFragments: 4,
      msBeforeEnd: 42,
      argumentsAtAction: '{"orderId": "A-1042", "amountCents": 50',
      argumentsFinal: '{"orderId": "A-1042", "amountCents": 5000}',
      matchesFinal: false,
      differences: [{ path: '$.amountCents', acted: 50, final: 5000 }],
      final: true,
    });
  });

  test('shows what was really sent, where the page sent what it had read a fragment earlier', () => {
    const { flags } = refund()
      .fragment('0')
      .post('/api/refunds', { amountCents: 50 })
      .fragment('0}')
      .finish();
    expect(flags[0]?.differences).toEqual([{ path: '$.amountCents', acted: 50, final: 5000 }]);
  });

  test('stays open, with the figures of the end missing, until the call ends', () => {
    const run = refund().post('/api/refunds', { amountCents: 50 });
    const [flag] = run.flags;
    expect(flag).toMatchObject({
      final: false,
      msBeforeEnd: null,
      argumentsFinal: null,
      matchesFinal: null,
      differences: [],
    });
    run.fragment('00}').finish();
    expect(flag).toMatchObject({ final: true, matchesFinal: false });
  });

  test('is flagged even when the buffer already had the final value', () => {
    const { flags } = refund()
      .fragment('00}')
      .post('/api/refunds', { amountCents: 5000 })
      .fragment(' ')
      .finish();
    expect(flags).toMatchObject([{ code: 'early-action', matchesFinal: true, differences: [] }]);
  });

  test.each<[string, string, unknown]>([
    ['in a form body', '/api/refunds', 'orderId=A-1042&amountCents=50'],
    ['in the path', '/api/orders/A-1042/refund', ''],
    ['in the query', '/api/refunds?amountCents=50', ''],
    [
      'under another key, when it is long enough to be telling',
      '/api/refunds',
      { order: { ref: 'A-1042' } },
    ],
  ])('is confirmed by a value %s', (_place, url, body) => {
    expect(refund().post(url, body).flags).toMatchObject([{ confidence: 'confirmed' }]);
  });

  test('is not confirmed by a number under another key', () => {
    expect(refund().post('/api/log', { count: 50 }).flags).toEqual([]);
  });

  test('is confirmed where it ran in the same checkpoint as a fragment', () => {
    const { flags } = refund().post('/api/run', '{}', { cause: { stream: 's1', chunk: 2 } });
    expect(flags).toMatchObject([
      { confidence: 'confirmed', reasons: [{ type: 'same-checkpoint', chunk: 2 }] },
    ]);
  });

  test('is not tied to a checkpoint when a gesture came after the fragment', () => {
    const { flags } = refund()
      .click()
      .post('/api/run', '{}', { cause: { stream: 's1', chunk: 2 } });
    expect(flags).toEqual([]);
  });

  test('is only possible where it merely followed a gesture: that may be another message, or the stop button', () => {
    const { inspection } = refund().click().wait(200).post('/api/runs', '{}');
    expect(inspection.flags.map(({ confidence }) => confidence)).toEqual(['possible', 'possible']);
  });

  test('is confirmed where a slow handler sends after the end what it had read before', () => {
    const run = refund().click().wait(300).fragment('00}').finish().end();
    const { flags } = run.wait(700).post('/api/refunds', { orderId: 'A-1042', amountCents: 50 });
    expect(flags).toMatchObject([
      {
        code: 'early-action',
        confidence: 'confirmed',
        matchesFinal: false,
        differences: [{ path: '$.amountCents', acted: 50, final: 5000 }],
      },
    ]);
  });

  test('is of the open call that has the values, though one that ended lately was misread the same way', () => {
    const body = { orderId: 'A-1042', amountCents: 50 };
    const first = refund().post('/api/refunds', body).fragment('00}').finish().end().wait(500);
    const again = first
      .open('s2')
      .start('create_refund', 's2')
      .fragment('{"orderId": "A-1042", ', 's2');
    const { flags } = again.fragment('"amountCents": 50', 's2').post('/api/refunds', body);
    expect(flags.map(({ code, stream, confidence }) => [code, stream, confidence])).toEqual([
      ['early-action', 's1', 'confirmed'],
      ['early-action', 's2', 'confirmed'],
    ]);
  });

  test('is of the ended call where the open one has not got so far', () => {
    const run = refund().click().fragment('00}').finish().end();
    const next = run.open('s2').start('create_refund', 's2').fragment('{"orderId": "B-7777"', 's2');
    const { flags } = next.post('/api/refunds', { orderId: 'A-1042', amountCents: 50 });
    expect(flags).toMatchObject([{ code: 'early-action', stream: 's1' }]);
  });

  test('is confirmed where the page sent it in the turn of the chunk that has the end too', () => {
    const pieces = ['{"orderId": "A-1042", "amountCents": 5', '000}'];
    const run = story().open().start().burst(pieces);
    const cause = { stream: 's1', chunk: 1 };
    expect(run.post('/api/refunds', { amountCents: 5 }, { cause }).flags).toMatchObject([
      { code: 'early-action', confidence: 'confirmed', differences: [{ acted: 5, final: 5000 }] },
    ]);
  });

  test('is only likely so where no gesture came before the end, and nothing much later', () => {
    const run = refund().fragment('00}').finish().end();
    expect(run.wait(700).post('/api/refunds', { amountCents: 50 }).flags).toMatchObject([
      { confidence: 'likely' },
    ]);
    expect(run.wait(6000).post('/api/refunds', { amountCents: 500 }).flags).toHaveLength(1);
  });

  test('is only possible where nothing ties it to the call', () => {
    const run = refund().post('/api/run', '{}').click();
    expect(run.flags).toEqual([]);
    expect(run.inspection.flags.map(({ confidence }) => confidence)).toEqual([
      'possible',
      'possible',
    ]);
  });

  test('belongs to the call whose value it carries, not to the one that is open beside it', () => {
    const run = story()
      .open()
      .start('create_refund', 's1', 0)
      .fragment('{"orderId":"A-1042","note":"', 's1', 0);
    run.start('notify', 's1', 1).fragment('{"email":"ada@example.org"', 's1', 1);
    expect(run.post('/api/mails', { to: 'ada@example.org' }).flags).toMatchObject([{ call: 1 }]);
  });
});

describe('what is not flagged', () => {
  test('an action after the terminal event', () => {
    const run = refund()
      .fragment('00}')
      .finish()
      .end()
      .click()
      .post('/api/refunds', { amountCents: 5000 });
    expect(run.inspection.flags).toEqual([]);
  });

  test('a safe method', () => {
    expect(
      refund().post('/api/refunds', { amountCents: 50 }, { method: 'GET' }).inspection.flags,
    ).toEqual([]);
  });

  test.each(['https://o1.ingest.sentry.io/api/1/envelope/', 'https://otel.example/v1/traces'])(
    'telemetry to %s',
    (url) => {
      expect(refund().click().post(url, { orderId: 'A-1042' }).flags).toEqual([]);
    },
  );

  test('a beacon to another site', () => {
    const fields = { initiator: 'beacon', frame: { id: 0, url: 'https://app.example/' } } as const;
    expect(refund().post('https://stats.other/', { orderId: 'A-1042' }, fields).flags).toEqual([]);
    expect(
      refund().post('https://api.app.example/', { orderId: 'A-1042' }, fields).flags,
    ).toHaveLength(1);
  });

  test('the request that opens another stream', () => {
    const run = refund().click().post('/api/chat', '{"messages":[]}', { requestId: 'r2' });
    expect(run.inspection.flags).toHaveLength(2);
    run.open('s2', { requestId: 'r2' });
    expect(run.inspection.flags).toMatchObject([{ reasons: [{ type: 'only-open-call' }] }]);
    expect(run.inspection.records[run.inspection.flags[0]?.action ?? 0]).toMatchObject({
      kind: 'gesture',
    });
  });

  test('but an action stays flagged whose own reply is merely read piece by piece', () => {
    const run = refund().post('/api/run', '{}', { requestId: 'r2' });
    const headers = [['Content-Type', 'application/json']] as const;
    run.open('s2', { requestId: 'r2', response: { status: 200, headers } });
    expect(run.inspection.flags).toHaveLength(1);
  });

  test('saving the conversation that holds the call', () => {
    const parts = [{ type: 'tool-call', input: { orderId: 'A-1042', amountCents: 50 } }];
    const body = {
      messages: [
        { role: 'user', content: 'Refund it' },
        { role: 'assistant', parts },
      ],
    };
    expect(refund().post('/api/conversations/7', body, { method: 'PUT' }).flags).toEqual([]);
    const cause = { stream: 's1', chunk: 2 };
    expect(refund().post('/api/conversations', body, { cause }).flags).toEqual([]);
  });

  test('anything of a stream whose recording was stopped', () => {
    const run = refund();
    run.inspection.add({
      type: 'gap',
      t: 9,
      stream: 's1',
      records: 0,
      bytes: 0,
      reason: 'recording-stopped',
    });
    run.wait(1000).click().post('/api/refunds', { orderId: 'A-1042', amountCents: 5000 });
    expect(run.inspection.flags).toEqual([]);
    expect(run.inspection.streams).toMatchObject([
      {
        status: 'cut',
        notice:
          'Recording was stopped while this stream was open, as closing DevTools does: what came after that is not here.',
      },
    ]);
  });

  test('polling, even when one of it follows a gesture', () => {
    const run = story().open();
    for (let count = 0; count < 3; count++) run.wait(999).post(`/api/jobs/${count}/status`, '{}');
    run.start().fragment('{"orderId": "A-1042"').wait(996).click().wait(1);
    expect(run.post('/api/jobs/3/status', '{}').flags).toEqual([]);
  });

  test('a GraphQL query, but a mutation', () => {
    const body = {
      query: 'query Order($id: ID) { order(id: $id) { total } }',
      variables: { orderId: 'A-1042' },
    };
    expect(refund().click().post('/graphql', body).flags).toEqual([]);
    const mutation = { ...body, query: 'mutation Refund { refund { id } }' };
    expect(refund().click().post('/graphql', mutation).flags).toMatchObject([
      { confidence: 'confirmed' },
    ]);
  });

  test('the stop button', () => {
    expect(refund().click().end('abort').inspection.flags).toEqual([]);
  });

  test('a request while two calls are open and nothing ties it to one', () => {
    const run = story()
      .open()
      .start('a', 's1', 0)
      .start('b', 's1', 1)
      .click()
      .post('/api/run', '{}');
    expect(run.inspection.flags).toEqual([]);
  });
});

describe('an action on a call that never ended well', () => {
  test('is flagged when the connection was lost', () => {
    const { flags } = refund().end('error').post('/api/refunds', { orderId: 'A-1042' });
    expect(flags).toMatchObject([
      { code: 'acted-on-incomplete', confidence: 'confirmed', msBeforeEnd: null },
    ]);
  });

  test('is flagged when the token cap cut it', () => {
    const { flags } = refund().finish('length').end().post('/api/refunds', { amountCents: 50 });
    expect(flags).toMatchObject([{ code: 'acted-on-incomplete' }]);
  });
});

describe('an action that comes again', () => {
  test('is a duplicate of the first for the same call', () => {
    const { flags } = refund()
      .post('/api/refunds', { amountCents: 50 })
      .post('/api/refunds', { amountCents: 50 });
    expect(flags.map(({ code }) => code)).toEqual([
      'early-action',
      'early-action',
      'duplicate-action',
    ]);
    expect(flags[2]?.reasons).toContainEqual({ type: 'same-as', action: flags[0]?.action });
  });

  test('is a duplicate also when it comes between the end of the call and the end of the body', () => {
    const { flags } = refund()
      .fragment('00}')
      .post('/api/refunds', { amountCents: 5000 })
      .finish()
      .post('/api/refunds', { amountCents: 5000 });
    expect(flags.map(({ code }) => code)).toEqual(['early-action', 'duplicate-action']);
  });
});

describe('an action between the end of its call and the end of the stream', () => {
  const events = (names: readonly string[]): string =>
    names.map((type) => `event: ${type}\ndata: ${JSON.stringify(ANTHROPIC[type])}\n\n`).join('');
  const ANTHROPIC: Readonly<Record<string, unknown>> = {
    message_start: { type: 'message_start', message: {} },
    content_block_start: {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 't1', name: 'unlock', input: {} },
    },
    content_block_delta: {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"door": "D2-north"}' },
    },
    content_block_stop: { type: 'content_block_stop', index: 0 },
    message_delta: { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    message_stop: { type: 'message_stop' },
  };
  const acted = (before: readonly string[]): Story => {
    const run = story().open();
    run.inspection.add({ type: 'stream-chunk', t: 2, stream: 's1', text: events(before) });
    return run.post('/api/doors', { door: 'D2-north' });
  };

  test('is information, and no fault', () => {
    const { flags } = acted(Object.keys(ANTHROPIC).slice(0, 4));
    expect(flags).toMatchObject([{ code: 'before-stream-end', matchesFinal: true }]);
  });

  test('is nothing at all once the end that the format promises has come', () => {
    expect(acted(Object.keys(ANTHROPIC)).inspection.flags).toEqual([]);
  });
});
