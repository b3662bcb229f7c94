import { describe, expect, test } from 'vitest';
import { createInspection } from '../../src/core/index.ts';
import type { Stream } from '../../src/core/types.ts';
import { callNotes, type CallNote } from '../../panel/models/call-notes.ts';

/** A stream of the AI SDK, one event each 10 ms. */
function streamOf(...events: readonly object[]): Stream {
  const inspection = createInspection();
  inspection.add({ type: 'stream-open', t: 0, stream: 's1', transport: 'fetch' });
  for (const [index, event] of [{ type: 'start' }, ...events].entries()) {
    const text = `data: ${JSON.stringify(event)}\n\n`;
    inspection.add({ type: 'stream-chunk', t: 10 * (index + 1), stream: 's1', text });
  }
  const [stream] = inspection.streams;
  if (stream === undefined) throw new Error('no stream');
  return stream;
}

function notesOf(stream: Stream): readonly CallNote[] {
  const [call] = stream.calls;
  if (call === undefined) throw new Error('no call');
  return callNotes(stream, call, 0);
}

const start = { type: 'tool-input-start', toolCallId: 't1', toolName: 'create_refund' };
const delta = (inputTextDelta: string): object => ({
  type: 'tool-input-delta',
  toolCallId: 't1',
  inputTextDelta,
});

describe('the notes of a call', () => {
  test('say which value would have been misread, where and for how long', () => {
    const stream = streamOf(start, delta('{"amountCents": 50'), delta('00}'));
    expect(notesOf(stream)).toEqual([
      {
        type: 'misread',
        label: 'Misread from fragment 1 to 2, for 10 ms:',
        text: [
          { captured: 'amountCents' },
          ' read as ',
          { captured: '50' },
          ', finally ',
          { captured: '5000' },
        ],
      },
    ]);
  });

  test('are silent on a value that was wrong within one chunk only', () => {
    const inspection = createInspection();
    inspection.add({ type: 'stream-open', t: 0, stream: 's1', transport: 'fetch' });
    const events = [{ type: 'start' }, start, delta('{"amountCents": 50'), delta('00}')];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    inspection.add({ type: 'stream-chunk', t: 10, stream: 's1', text });
    const [stream] = inspection.streams;
    expect(stream?.calls[0]?.misreads).toHaveLength(1);
    expect(stream === undefined ? null : notesOf(stream)).toEqual([]);
  });

  test('count the misread values beyond the first three', () => {
    const pieces = Array.from(
      { length: 6 },
      (_value, index) => `"k${index}": 5${index === 5 ? '}' : '0, '}`,
    );
    const text = `{${pieces.join('')}`;
    const cut = text.split(/(?<=5)(?=0)/).map(delta);
    expect(
      notesOf(streamOf(start, ...cut))
        .map(({ label }) => label)
        .at(-1),
    ).toBe('2 more values were misread.');
  });

  test('show what the tool gave back, and whether it failed', () => {
    const input = {
      type: 'tool-input-available',
      toolCallId: 't1',
      toolName: 'create_refund',
      input: {},
    };
    const good = streamOf(start, input, {
      type: 'tool-output-available',
      toolCallId: 't1',
      output: { ok: true },
    });
    expect(notesOf(good)).toEqual([
      { type: 'result', label: 'Result at 0.040 s:', text: [{ captured: '{"ok":true}' }] },
    ]);
    const bad = streamOf(start, input, {
      type: 'tool-output-error',
      toolCallId: 't1',
      errorText: 'No such order',
    });
    expect(notesOf(bad)).toMatchObject([
      { type: 'failed-result', text: [{ captured: 'No such order' }] },
    ]);
  });

  test('are none for a call without either', () => {
    expect(notesOf(streamOf(start, delta('{}')))).toEqual([]);
  });
});
