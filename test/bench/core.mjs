// @ts-check
/**
 * Core against the obvious alternative, on the same bytes in the same run: eventsource-parser, JSON.parse
 * of each event, and appending the delta. The alternative does less; the ratio is what matters, since
 * machines are noisy.
 *
 * Run with --expose-gc, which `npm run bench` does.
 */
import { createParser } from 'eventsource-parser';
import { anthropicBody, fragmentsBody, openAiBody } from './streams.mjs';

const MEGABYTE = 1024 * 1024;
const CHUNK = 64 * 1024;
const ROUNDS = 5;

/** @typedef {{ createInspection: () => any }} Core */

/** @param {string} body */
function chunksOf(body) {
  const chunks = [];
  for (let at = 0; at < body.length; at += CHUNK) chunks.push(body.slice(at, at + CHUNK));
  // Slices of one string share it; what arrives in a panel does not.
  return chunks.map((chunk) => JSON.parse(JSON.stringify(chunk)));
}

/**
 * @param {Core} core
 * @param {readonly string[]} chunks
 */
function readWithCore(core, chunks) {
  const inspection = core.createInspection();
  inspection.add({ type: 'stream-open', t: 0, stream: 's1', transport: 'fetch' });
  for (const [t, text] of chunks.entries())
    inspection.add({ type: 'stream-chunk', t, stream: 's1', text });
  inspection.add({ type: 'stream-end', t: chunks.length, stream: 's1', reason: 'eof' });
  return inspection;
}

/**
 * @param {readonly string[]} chunks
 * @param {(event: any) => unknown} deltaOf
 */
function readWithParser(chunks, deltaOf) {
  let buffer = '';
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') return;
      const delta = deltaOf(JSON.parse(data));
      if (typeof delta === 'string') buffer += delta;
    },
  });
  // The bytes of a body have to be decoded first, on both sides.
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  for (const chunk of chunks) parser.feed(decoder.decode(encoder.encode(chunk), { stream: true }));
  return buffer;
}

const openAiDelta = (/** @type {any} */ event) =>
  event.choices?.[0]?.delta?.tool_calls?.[0]?.function?.arguments;
const anthropicDelta = (/** @type {any} */ event) => event.delta?.partial_json;

/** @param {() => unknown} work @returns {number} seconds */
function time(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** @param {number[]} values */
const median = (values) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/**
 * @param {Core} core
 * @returns {readonly { name: string, value: number, goal: string, met: boolean }[]}
 */
export function benchCore(core) {
  const results = [];
  for (const [name, body, deltaOf] of /** @type {const} */ ([
    ['openai-chat', openAiBody(50 * MEGABYTE), openAiDelta],
    ['anthropic-messages', anthropicBody(50 * MEGABYTE), anthropicDelta],
  ])) {
    const chunks = chunksOf(body);
    const ours = [];
    const theirs = [];
    for (let round = 0; round < ROUNDS; round++) {
      gc();
      theirs.push(time(() => readWithParser(chunks, deltaOf)));
      gc();
      ours.push(time(() => readWithCore(core, chunks)));
    }
    const expected = readWithParser(chunks, deltaOf);
    const [call] = readWithCore(core, chunks).streams[0].calls;
    if (call.arguments !== expected)
      throw new Error(`${name}: core and the parser read different arguments`);
    const megabytes = body.length / MEGABYTE;
    const ratio = median(theirs) / median(ours);
    console.log(
      `${name}: core ${(megabytes / median(ours)).toFixed(0)} MB/s, eventsource-parser with JSON.parse ${(megabytes / median(theirs)).toFixed(0)} MB/s`,
    );
    results.push({
      name: `${name}: throughput of core / of the alternative`,
      value: ratio,
      goal: '≥ 0.70',
      met: ratio >= 0.7,
    });
    results.push(memory(core, name, body));
  }
  results.push(perFragment(core));
  return results;
}

/** @param {Core} core @param {string} name @param {string} body */
function memory(core, name, body) {
  const chunks = chunksOf(body);
  gc();
  const before = used();
  const inspection = readWithCore(core, chunks);
  chunks.length = 0;
  gc();
  // The records, which hold the body itself, were there before.
  const ratio = (used() - before + body.length) / body.length;
  if (inspection.streams.length !== 1) throw new Error('no stream');
  return {
    name: `${name}: memory kept / bytes of the body`,
    value: ratio,
    goal: '≤ 2.50',
    met: ratio <= 2.5,
  };
}

function used() {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function gc() {
  if (typeof globalThis.gc !== 'function') throw new Error('Run this with node --expose-gc.');
  globalThis.gc();
}

/** @param {Core} core */
function perFragment(core) {
  const few = 10_000;
  const many = 1_000_000;
  const small = chunksOf(fragmentsBody(few));
  const large = chunksOf(fragmentsBody(many));
  const smallTimes = [];
  const largeTimes = [];
  for (let round = 0; round < ROUNDS; round++) {
    gc();
    // As many fragments on both sides, so that warming up weighs the same.
    smallTimes.push(
      time(() => {
        for (let repeat = 0; repeat < many / few; repeat++) readWithCore(core, small);
      }),
    );
    gc();
    largeTimes.push(time(() => readWithCore(core, large)));
  }
  const ratio = median(largeTimes) / median(smallTimes);
  console.log(
    `one call: ${((median(smallTimes) / many) * 1e9).toFixed(0)} ns per fragment at 10,000, ${((median(largeTimes) / many) * 1e9).toFixed(0)} ns at 1,000,000`,
  );
  return {
    name: 'time per fragment at 1,000,000 / at 10,000',
    value: ratio,
    goal: '≤ 1.30',
    met: ratio <= 1.3,
  };
}
