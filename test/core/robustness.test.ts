/** What a hostile or broken server may send to exhaust a reader. */
import { describe, expect, test } from 'vitest';
import { formats } from '../../src/core/formats/index.ts';
import { inspectSession } from '../../src/core/report.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import { sessionOf } from '../support/sessions.ts';

const sse = (...events: readonly string[]): readonly SessionRecord[] => [
  { type: 'stream-open', t: 0, stream: 's1', transport: 'fetch' },
  ...events.map((data, t): SessionRecord => ({
    type: 'stream-chunk',
    t,
    stream: 's1',
    text: `data: ${data}\n\n`,
  })),
  { type: 'stream-end', t: 99, stream: 's1', reason: 'eof' },
];
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a stream that is nested without end', () => {
  test.each<[string, string]>([
    [
      'arguments as a value',
      `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"name":"a","arguments":${deep(20_000)}}}]}}]}`,
    ],
    [
      'arguments as text',
      JSON.stringify({
        choices: [
          {
            index: 0,
            delta: { tool_calls: [{ index: 0, function: { name: 'a', arguments: deep(20_000) } }] },
          },
        ],
      }),
    ],
    ['an error', `{"object":"chat.completion.chunk","choices":[],"error":${deep(20_000)}}`],
    [
      'a final value',
      `{"type":"tool-input-available","toolCallId":"t","toolName":"a","input":${deep(20_000)}}`,
    ],
  ])('in %s is read without a throw', (_name, event) => {
    const request: SessionRecord = {
      type: 'action',
      t: 1,
      kind: 'request',
      method: 'POST',
      url: '/api',
      body: deep(20_000),
    };
    const records = sse(event, event, '[DONE]');
    expect(() =>
      inspectSession(sessionOf([...records.slice(0, 2), request, ...records.slice(2)])),
    ).not.toThrow();
  });
});

describe('values of the wrong type everywhere', () => {
  const wrong = [null, true, 0, '', [], {}, [[]], [null], { a: null }];
  const keys = [
    'choices',
    'delta',
    'tool_calls',
    'function',
    'arguments',
    'index',
    'id',
    'name',
    'type',
    'content_block',
    'message',
    'content',
    'error',
    'candidates',
    'parts',
    'functionCall',
    'item',
    'output_index',
    'response',
    'tool_call_chunks',
    'messages',
    'input',
    'toolCallId',
    'path',
    'part',
    'params',
    'result',
    'payload',
    'event',
    'step',
  ];

  test.each(formats.map((format) => [format.id, format] as const))(
    'do not make %s throw',
    (_id, format) => {
      for (const value of wrong) {
        const event = Object.fromEntries(keys.map((key) => [key, value]));
        const nested = Object.fromEntries(keys.map((key) => [key, event]));
        for (const json of [
          value,
          event,
          nested,
          { ...event, type: 'content_block_start' },
          [event, nested],
        ]) {
          const hints = { url: '', contentType: '', request: json };
          const wireEvent = { name: '', data: JSON.stringify(json), json };
          expect(() => {
            format.detect(wireEvent, hints);
            const report = inspectSession(sessionOf(sse(wireEvent.data)));
            expect(report.problems).toEqual([]);
            const decoder = format.createDecoder(
              {
                open: unexpected,
                finish: ignore,
                fail: ignore,
                abort: ignore,
                result: ignore,
                diagnose: ignore,
              },
              hints,
            );
            try {
              decoder.event(wireEvent);
            } catch (error) {
              // Some of these open a call, which this pen cannot: that is no fault of the format.
              if (!(error instanceof CallOpened)) throw error;
            }
            decoder.ended();
          }).not.toThrow();
        }
      }
    },
  );
});

class CallOpened extends Error {}

function ignore(): void {}

function unexpected(): never {
  throw new CallOpened();
}
