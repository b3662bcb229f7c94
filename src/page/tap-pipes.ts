/**
 * The tap on pipes. A pipe reads through internals that no hook sees, so a byte stream that only
 * passes on is put inside it. Its high-water mark is 0: it pulls when the pipe pulls, so
 * back-pressure, cancel and errors stay what they are natively.
 */
import type { Branch, Exchanges } from './exchanges.ts';
import type { Failures } from './failures.ts';
import type { Hooks } from './hooks.ts';
import { argumentOf, isPromise, ownValue } from './page-values.ts';
import {
  NativeReadableStream,
  byobRespond,
  byteControllerClose,
  byteControllerEnqueue,
  byteControllerError,
  byteControllerRequest,
  callNative,
  readerCancel,
  readerRead,
  readerReleaseLock,
  streamGetReader,
  streamLocked,
  whenSettled,
  writableLocked,
} from './primordials.ts';
import { isStream } from './tap-readers.ts';

/** Whether the pipe has a promise that tells when it is over, and the source is to be let go. */
type PipeEnd = 'told' | 'untold';

interface PassThrough {
  readonly stream: ReadableStream<Uint8Array>;
  /** Lets go of the source. */
  readonly release: () => void;
}

/** Hooks the pipes of this realm. */
export function tapPipes(hooks: Hooks, exchanges: Exchanges, failures: Failures): void {
  function inside(self: unknown, end: PipeEnd): PassThrough | null {
    const branch = exchanges.streams.get(self);
    if (branch === undefined || !isStream(self) || streamLocked(self)) return null;
    exchanges.readIncrementally(branch);
    return passThrough({ source: self, branch, end }, exchanges, failures);
  }

  hooks.method(ReadableStream.prototype, 'pipeTo', (native, self, parameters) => {
    const pass = failures.guard('pipeTo', () =>
      isUnlockedWritable(argumentOf(parameters, 0)) ? inside(self, 'told') : null,
    );
    if (pass === null) return callNative(native, self, parameters);
    const promise = callNative(native, pass.stream, parameters);
    if (!isPromise(promise)) return promise;
    return failures.guard('pipeTo', () => releaseAtEnd(promise, pass)) ?? promise;
  });

  hooks.method(ReadableStream.prototype, 'pipeThrough', (native, self, parameters) => {
    const pass = failures.guard('pipeThrough', () => {
      if (!mayKeepSource(argumentOf(parameters, 1))) return inside(self, 'untold');
      const branch = exchanges.streams.get(self);
      if (branch !== undefined) exchanges.lose(branch, 'piped-with-prevent-cancel');
      return null;
    });
    if (pass === null) return callNative(native, self, parameters);
    try {
      return callNative(native, pass.stream, parameters);
    } catch (error) {
      pass.release();
      throw error;
    }
  });
}

/**
 * With preventCancel the source stays readable after the pipe has failed. pipeThrough does not tell
 * when that is, so such a pipe is left alone.
 */
function mayKeepSource(options: unknown): boolean {
  return Boolean(ownValue(options, 'preventCancel'));
}

function isUnlockedWritable(value: unknown): boolean {
  try {
    return !writableLocked(value);
  } catch {
    return false;
  }
}

/**
 * Gives a promise that settles as the pipe's own, one microtask later. A reaction on that one itself
 * would make a rejection look handled that the page never looks at.
 */
function releaseAtEnd(promise: Promise<unknown>, pass: PassThrough): Promise<unknown> {
  return whenSettled(
    promise,
    (value) => {
      pass.release();
      return value;
    },
    (reason) => {
      pass.release();
      throw reason;
    },
  );
}

function passThrough(
  { source, branch, end }: { source: ReadableStream<Uint8Array>; branch: Branch; end: PipeEnd },
  exchanges: Exchanges,
  failures: Failures,
): PassThrough {
  const reader = streamGetReader(source);
  let isOver = false;
  function release(): void {
    if (isOver) return;
    isOver = true;
    failures.guard('pipe', () => readerReleaseLock(reader));
  }
  // Without prototypes: the constructor reads every key, and a page may have polluted Object.prototype.
  const underlying: UnderlyingByteSource & { __proto__: null } = {
    __proto__: null,
    type: 'bytes',
    pull: (controller) =>
      whenSettled(
        readerRead(reader),
        ({ done, value }) => {
          if (isOver) return;
          if (done) {
            failures.guard('pipe', () => exchanges.finish(branch));
            if (end === 'untold') release();
            byteControllerClose(controller);
            const request = byteControllerRequest(controller);
            if (request !== null) byobRespond(request, 0);
            return;
          }
          failures.guard('pipe', () => exchanges.chunk(branch, value, true));
          byteControllerEnqueue(controller, value);
        },
        (reason) => {
          if (isOver) return;
          failures.guard('pipe', () => exchanges.fail(branch, reason));
          if (end === 'untold') release();
          byteControllerError(controller, reason);
        },
      ),
    cancel(reason: unknown) {
      failures.guard('pipe', () => exchanges.cancel(branch));
      const promise = readerCancel(reader, reason);
      if (end === 'untold') release();
      return promise;
    },
  };
  const strategy: QueuingStrategy<Uint8Array> & { __proto__: null } = {
    __proto__: null,
    highWaterMark: 0,
  };
  return { stream: new NativeReadableStream(underlying, strategy), release };
}
