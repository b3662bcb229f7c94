/** Navigations, what the page stored, gestures by script, and the stop button. */
import { describe, expect, test } from 'vitest';
import { refund, story, type Story } from '../support/story.ts';

const codes = ({ inspection }: Story): readonly string[] =>
  inspection.flags.map(({ code, confidence }) => `${code} ${confidence}`);

/** A note whose text is cut in the middle. */
const note = (): Story =>
  story()
    .open()
    .start('write_note')
    .fragment('{"title": "Minutes of the last meeting", "note": "The lift is out of service on');

describe('leaving the page', () => {
  test('is likely a fault while a call is open', () => {
    const { flags } = refund().click().leave('/orders').end('error');
    expect(flags).toMatchObject([
      {
        code: 'left-page',
        confidence: 'likely',
        fragment: 3,
        reasons: [{ type: 'left-document' }, { type: 'after-gesture' }],
      },
    ]);
  });

  test('is told once for a call', () => {
    expect(refund().leave('/orders').leave('/orders').flags).toHaveLength(1);
  });

  test('is nothing when no call is open', () => {
    expect(codes(refund().fragment('00}').finish().leave('/orders'))).toEqual([]);
  });

  test('is withdrawn when the page stayed and the call came to its end: the link was a download', () => {
    expect(refund().leave('/export').fragment('00}').finish().end().flags).toEqual([]);
  });

  test('of a frame takes along the streams of that frame only', () => {
    const top = { id: 0, url: 'https://app.example/' };
    const inner = { id: 3, url: 'https://app.example/help' };
    const run = (): Story => story().open('s1', { frame: top }).start().fragment('{"a": "b"');
    expect(run().leave('/help/2', { frame: inner }).flags).toEqual([]);
    expect(run().leave('/orders', { frame: top }).flags).toHaveLength(1);
  });

  test('by a script is an early action where a fragment caused it, or where it carries a value', () => {
    const scripted = { userInitiated: false } as const;
    const cause = { stream: 's1', chunk: 2 };
    expect(codes(refund().leave('/done', { ...scripted, cause }))).toEqual([
      'early-action confirmed',
    ]);
    expect(codes(refund().leave('/orders/A-1042', scripted))).toEqual(['early-action confirmed']);
    expect(codes(refund().leave('/done', scripted))).toEqual([]);
  });

  test('by a script that the user asked with a click is merely possible', () => {
    const run = refund().click().leave('/orders', { userInitiated: false });
    expect(codes(run)).toEqual(['early-action possible', 'left-page possible']);
  });
});

describe('what the page stores', () => {
  test('is likely a fault where it holds a value that was still arriving', () => {
    const { flags } = note().store('{"draft":"The lift is out of service on"}', { key: 'note' });
    expect(flags).toMatchObject([
      {
        code: 'stored-partial',
        confidence: 'likely',
        reasons: [{ type: 'text-stored', path: '$.note', isCut: true }],
      },
    ]);
  });

  test('is likely one where it is the buffer itself, or a cookie', () => {
    const buffer = '{"title": "Minutes of the last meeting", "note": "The lift is';
    expect(note().store(buffer).flags).toHaveLength(1);
    const cookie = encodeURIComponent('The lift is out of service');
    expect(note().store(cookie, { area: 'cookie' }).flags).toHaveLength(1);
  });

  test('is only possible where the value was whole', () => {
    expect(codes(note().store('"Minutes of the last meeting"'))).toEqual([
      'stored-partial possible',
    ]);
  });

  test('is only possible where it is a saved conversation, or the user copied it', () => {
    const parts = [{ input: { note: 'The lift is out of service on' } }];
    const messages = JSON.stringify({ messages: [{ role: 'assistant', parts }] });
    expect(codes(note().store(messages))).toEqual(['stored-partial possible']);
    const copied = note().store('The lift is out of service', { area: 'clipboard' });
    expect(codes(copied)).toEqual(['stored-partial possible']);
    const written = { area: 'clipboard', stack: 'at copy (app.js:1:1)' } as const;
    expect(note().store('The lift is out of service', written).flags).toHaveLength(1);
  });

  test('is told once for each place, and not at all for other text or after the end', () => {
    const text = '{"draft":"The lift is out of service on"}';
    expect(note().store(text).store(text).flags).toHaveLength(1);
    expect(codes(note().store('{"theme":"dark","language":"en"}'))).toEqual([]);
    expect(codes(note().fragment(' Monday"}').finish().store(text))).toEqual([]);
  });
});

describe('a gesture that a script made', () => {
  const cause = { stream: 's1', chunk: 2 };
  const click = { trusted: false, by: 'script', cause } as const;

  test('is confirmed early where it ran in the turn of a fragment, and so is its request', () => {
    const { flags } = refund().click(click).post('/api/run', '{}', { cause });
    expect(flags).toMatchObject([
      { code: 'early-action', confidence: 'confirmed', reasons: [{ type: 'same-checkpoint' }] },
      { code: 'early-action', confidence: 'confirmed', reasons: [{ type: 'same-checkpoint' }] },
    ]);
  });

  test('is confirmed too where the browser takes it for trusted: requestSubmit()', () => {
    const submit = { event: 'submit', trusted: true, by: 'script', cause } as const;
    expect(codes(refund().click(submit))).toEqual(['early-action confirmed']);
  });

  test('is only possible where no fragment caused it, or the user did something in between', () => {
    expect(codes(refund().click({ trusted: false, by: 'script' }))).toEqual([
      'early-action possible',
    ]);
    expect(codes(refund().click().click(click))).toEqual([
      'early-action possible',
      'early-action possible',
    ]);
  });

  test('does not explain what the page does next, and hides no gesture of the user', () => {
    const run = refund().click().click({ trusted: false, by: 'script' });
    const [flag] = run.post('/api/refunds', { amountCents: 50 }).flags;
    expect(flag?.reasons).toMatchObject([
      { type: 'value-sent' },
      { type: 'after-gesture', action: 4 },
    ]);
  });
});

describe('the stop button', () => {
  const icon = { role: 'button', name: null, selector: '#send' };

  test.each(['Stop', 'Stop generating', '⏹ Stop', '◼', 'Cancel', 'Abort run', 'Stop (Esc)'])(
    'is known by its name: %s',
    (name) => {
      const target = { role: 'button', name, selector: '#stop' };
      const run = refund().light(target).click({ target }).post('/api/halted', '{}');
      expect(run.inspection.flags).toEqual([]);
    },
  );

  test('is known by its test id', () => {
    const target = { role: 'button', name: null, selector: '#x', testId: 'stop-button' };
    expect(refund().light(target).click({ target }).inspection.flags).toEqual([]);
  });

  test.each(['Cancel order', 'Stop subscription', 'Pause campaign'])(
    'is not what does a tool’s work: %s',
    (name) => {
      const target = { role: 'button', name, selector: '#do' };
      expect(codes(refund().light(target))).toEqual(['control-early likely']);
    },
  );

  test('without a name is known by what it does, with what it was flagged for before', () => {
    const run = refund().light(icon);
    expect(codes(run)).toEqual(['control-early likely']);
    run.click({ target: icon }).post('/api/halted', '{}').end('abort');
    expect(codes(run)).toEqual([]);
    const next = run.open('s2').start('create_refund', 's2').fragment('{"a": 1', 's2');
    expect(codes(next.light(icon))).toEqual([]);
  });

  test('is none that sent a value of the call before the page ended the stream', () => {
    const run = refund().light(icon).click({ target: icon }).post('/api/refunds', {
      amountCents: 50,
    });
    expect(codes(run.end('abort'))).toEqual(['control-early likely', 'early-action confirmed']);
  });

  test('is none with a name that sent a request tied to the call', () => {
    const confirm = { ...icon, name: 'Bestätigen' };
    const run = refund().light(confirm).click({ target: confirm }).post('/api/run', '{}');
    expect(codes(run.end('abort'))).toEqual(['control-early likely', 'early-action likely']);
    const stop = { ...icon, name: 'Anhalten' };
    expect(codes(refund().light(stop).click({ target: stop }).end('abort'))).toEqual([]);
  });

  test('is none that a script clicked because of a fragment', () => {
    const cause = { stream: 's1', chunk: 2 };
    const run = refund().click({ trusted: false, by: 'script', cause }).end('abort');
    expect(codes(run)).toEqual(['early-action confirmed']);
  });

  test('is none where the stream went on for longer', () => {
    expect(codes(refund().light(icon).click({ target: icon }).wait(900).end('abort'))).toEqual([
      'control-early likely',
      'early-action likely',
    ]);
  });
});
