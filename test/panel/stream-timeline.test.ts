/** What the strip of time shows of a stream. */
import { expect, test } from 'vitest';
import { createCapture, type Capture } from '../../panel/models/capture.ts';
import { createRelativeRecords } from '../../panel/models/relative-records.ts';
import {
  fragmentAt,
  fragmentOfPlace,
  streamTimeline,
  type StreamTimeline,
} from '../../panel/models/stream-timeline.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import type { Stream } from '../../src/core/types.ts';
import { earlyRefund, openStream, refundChunks, START } from './sessions.ts';

function captureOf(records: readonly SessionRecord[]): Capture {
  const { relative } = createRelativeRecords();
  const capture = createCapture(null);
  for (const record of records) capture.add(relative(record));
  return capture;
}

function streamOf(capture: Capture): Stream {
  const stream = capture.selectedStream();
  if (stream === undefined) throw new TypeError('The capture has no stream');
  return stream;
}

function timelineOf(capture: Capture, width = 800): StreamTimeline {
  const stream = streamOf(capture);
  return streamTimeline(stream, capture.inspection.flags, {
    width,
    requestedAt: capture.requestedAt(stream),
    selected: 0,
    mostLanes: 4,
  });
}

/** The refund stream with its action after the second fragment, until 900 ms after its request. */
function refund(): Capture {
  const chunks = refundChunks('x');
  return captureOf([
    ...openStream('x'),
    ...chunks.slice(0, 4),
    earlyRefund(),
    ...chunks.slice(4),
    { type: 'stream-end', t: START + 900, stream: 'x', reason: 'eof' },
  ]);
}

test('it begins at the request and ends with the stream', () => {
  expect(timelineOf(refund()).scale).toEqual({ from: 0, to: 900, width: 800 });
});

test('of a long wait for the first byte only the end is shown', () => {
  const [request] = openStream('x');
  const [, opened] = openStream('x', 59_980);
  if (request === undefined || opened === undefined) throw new TypeError('There is no request');
  const chunks = refundChunks('x', 60_000);
  const { scale } = timelineOf(captureOf([request, opened, ...chunks]));
  expect(scale).toEqual({ from: 60_100 - 160, to: 60_900, width: 800 });
});

test.each([
  ['near', 950, 950, 800],
  ['long after', 60_000, 900 + 225, 800],
])('a flag %s the end of the stream has a place', (_when, t, to, place) => {
  const capture = refund();
  const flags = capture.inspection.flags.map((flag) => ({ ...flag, t }));
  const view = { width: 800, requestedAt: 0, selected: 0, mostLanes: 4 };
  const { scale, marks } = streamTimeline(streamOf(capture), flags, view);
  expect([scale.to, marks.at(-1)?.place]).toEqual([to, place]);
});

test('a lane says where fragments came, where the buffer looked final, and where the call ended', () => {
  const { lanes, marks } = timelineOf(refund(), 900);
  const [lane] = lanes;
  expect(lane?.runs.map(({ from, look }) => [from, look])).toEqual([
    [200, 'open'],
    [299, 'open-piece'],
    [300, 'open'],
    [399, 'open-piece'],
    [400, 'open'],
    [499, 'open-piece'],
    [500, 'open'],
    [599, 'alarm-piece'],
    [600, 'alarm'],
  ]);
  expect(lane).toMatchObject({ end: 700, lost: null });
  expect(lane?.runs.at(-1)?.to).toBe(700);
  expect(marks.map(({ place }) => place)).toEqual([450]);
});

test('a call whose end never came is marked where the stream was over', () => {
  const capture = captureOf([
    ...openStream('x'),
    ...refundChunks('x').slice(0, 4),
    { type: 'stream-end', t: START + 500, stream: 'x', reason: 'error' },
  ]);
  expect(timelineOf(capture, 500).lanes[0]).toMatchObject({ end: null, lost: 500 });
});

test('a place in a lane is the fragment that had come last', () => {
  const capture = refund();
  const timeline = timelineOf(capture, 900);
  const [call] = streamOf(capture).calls;
  if (call === undefined) throw new TypeError('The stream has no call');
  expect([0, 250, 300, 450, 899].map((t) => fragmentAt(call, t))).toEqual([null, null, 0, 1, 3]);
  expect(fragmentOfPlace(timeline, 0, 450)).toEqual({ call: 0, fragment: 1 });
  expect(fragmentOfPlace(timeline, 1, 450)).toBeNull();
});

test('a stream of which nothing has come has a strip all the same', () => {
  const { scale, chunks, lanes } = timelineOf(captureOf(openStream('x')));
  expect(scale.to).toBeGreaterThan(scale.from);
  expect([chunks, lanes]).toEqual([[], []]);
});
