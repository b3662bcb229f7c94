import { describe, expect, test } from 'vitest';
import { createInspection } from '../../src/core/inspection.ts';
import { reportOf } from '../../src/core/report.ts';
import type { StreamChunkRecord } from '../../src/core/records.ts';
import type { Inspection } from '../../src/core/types.ts';

const DONE = { event_id: 'e2', type: 'response.created', response: { id: 'r1' } };

function message(t: number, direction: 'in' | 'out', data: object): StreamChunkRecord {
  return { type: 'stream-chunk', t, stream: 's1', text: JSON.stringify(data), direction };
}

function createSocket(): Inspection {
  const inspection = createInspection();
  const request = { method: 'GET', url: 'wss://a.test/' };
  inspection.add({ type: 'stream-open', t: 0, stream: 's1', transport: 'websocket', request });
  return inspection;
}

describe('the messages of a socket', () => {
  test('that the page sent are listed with their time, and are no part of what it received', () => {
    const inspection = createSocket();
    inspection.add(message(1, 'out', { type: 'response.create' }));
    inspection.add(message(2, 'in', { event_id: 'e1', type: 'session.created' }));
    inspection.add(message(3, 'out', { type: 'response.cancel' }));
    inspection.add(message(4, 'in', DONE));
    const [stream] = inspection.streams;
    expect(stream?.frames).toMatchObject([
      { direction: 'out', chunk: 0, start: 0, end: 0, data: '{"type":"response.create"}' },
      { chunk: 1, start: 0 },
      { direction: 'out', chunk: 2, data: '{"type":"response.cancel"}' },
      { chunk: 3 },
    ]);
    expect(stream?.chunks.map(({ t }) => t)).toEqual([1, 2, 3, 4]);
    expect(stream?.format).toBe('openai-realtime');
    expect(stream?.bytes).toBe((stream?.frames[1]?.end ?? 0) + JSON.stringify(DONE).length);
    expect(reportOf(inspection).streams).toMatchObject([{ frames: 2, chunks: 2 }]);
  });

  test('never decide the format where the page sent them', () => {
    const inspection = createSocket();
    inspection.add(message(1, 'out', DONE));
    expect(inspection.streams[0]?.format).toBeNull();
    inspection.add({ type: 'stream-chunk', t: 2, stream: 's1', base64: '//4=', direction: 'out' });
    expect(inspection.streams[0]?.frames.at(-1)).toMatchObject({ data: '\uFFFD\uFFFD' });
  });
});

test('a later opening of the same stream adds its response', () => {
  const inspection = createSocket();
  const open = { type: 'stream-open', stream: 's1', transport: 'websocket' } as const;
  inspection.add({ ...open, t: 5, response: { status: 101 } });
  inspection.add({ ...open, t: 6, response: { status: 500 } });
  expect(inspection.streams).toHaveLength(1);
  expect(inspection.streams[0]?.open).toMatchObject({
    t: 0,
    request: { url: 'wss://a.test/' },
    response: { status: 101 },
  });
});
