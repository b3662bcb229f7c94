/**
 * What the panel does in DevTools with the page under inspection: it shows an element in the Elements
 * panel and a place in the Sources panel.
 */
import type { FrameDescription } from '../core/records.ts';
import { browser } from './browser.ts';

/** What became of the wish to see an element. */
type InspectOutcome = 'shown' | 'element-gone' | 'frame-gone' | 'failed';

interface SourcePlace {
  readonly url: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

interface InspectedPage {
  /**
   * @param selector as records have it: selectors joined by ` >>> `, each but the last finds a host
   * @param frame where it was; the top frame when absent
   */
  readonly inspect: (
    selector: string,
    frame: FrameDescription | undefined,
  ) => Promise<InspectOutcome>;
  /** Null where the browser cannot. Settles with whether the place was found. */
  readonly openSource: ((place: SourcePlace) => Promise<boolean>) | null;
}

/**
 * Runs in the page, with DevTools' own `inspect`. It is written as text: what it is given is JSON
 * and no code, and a selector that is none is an element that is not there.
 */
const FIND_AND_INSPECT = `(steps) => {
  let root = document;
  let element = null;
  try {
    for (const step of steps) {
      element = root === null ? null : root.querySelector(step);
      if (element === null) return 'element-gone';
      root = element.shadowRoot;
    }
  } catch {
    return 'element-gone';
  }
  inspect(element);
  return 'shown';
}`;

/** What DevTools calls a frame that it does not know. */
const NO_SUCH_FRAME = 'E_NOTFOUND';

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): value is (...values: readonly unknown[]) => unknown {
  return typeof value === 'function';
}

function get(value: unknown, key: string): unknown {
  return isObject(value) ? Reflect.get(value, key) : undefined;
}

/**
 * Runs a script in the page. Chromium's own `browser` takes a callback here and gives no promise, and
 * so does `chrome` in every browser. What comes back is the result and the failure.
 */
function evaluate(script: string, options: object): Promise<readonly unknown[]> {
  const inspected = get(get(Reflect.get(globalThis, 'chrome'), 'devtools'), 'inspectedWindow');
  const run = get(inspected, 'eval');
  if (!isFunction(run)) return Promise.resolve([]);
  return new Promise((resolve) => {
    const answer = (...values: readonly unknown[]): void => {
      const [first] = values;
      resolve(Array.isArray(first) ? first : values);
    };
    Reflect.apply(run, inspected, [script, options, answer]);
  });
}

async function inspect(
  selector: string,
  frame: FrameDescription | undefined,
): Promise<InspectOutcome> {
  const steps = JSON.stringify(selector.split(' >>> '));
  const isTop = frame === undefined || frame.id === 0;
  const options = isTop ? {} : { frameURL: frame.url };
  const [result, failure] = await evaluate(`(${FIND_AND_INSPECT})(${steps})`, options);
  if (result === 'shown' || result === 'element-gone') return result;
  return !isTop && get(failure, 'code') === NO_SUCH_FRAME ? 'frame-gone' : 'failed';
}

function isError(response: unknown): boolean {
  return get(response, 'isError') === true;
}

/** Returns the page under inspection. */
export function createInspectedPage(): InspectedPage {
  const { panels } = browser.devtools;
  // The types do not know it; Firefox has none.
  const openResource: unknown = Reflect.get(panels, 'openResource');
  if (!isFunction(openResource)) return { inspect, openSource: null };
  return {
    inspect,
    openSource: ({ url, line, column }) =>
      new Promise((resolve) => {
        const answer = (response: unknown): void => resolve(!isError(response));
        Reflect.apply(openResource, panels, [url, line - 1, column - 1, answer]);
      }),
  };
}
