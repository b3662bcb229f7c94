/**
 * What the demo agent says, as a script of cuts and pauses. The amount of the refund is cut in the
 * middle, 50|00, and then the model thinks: for that long a page that trusts what it can parse
 * shows fifty cents with a button beside it.
 */
import type { ReplyPart } from '../support/wire.ts';

export type ScriptStep = ReplyPart | { readonly type: 'pause'; readonly milliseconds: number };
export type ScriptName = 'refund' | 'parallel' | 'cut';

/**
 * Tells whether a text names a script.
 * @param value what a query said
 */
export function isScriptName(value: unknown): value is ScriptName {
  return value === 'refund' || value === 'parallel' || value === 'cut';
}

const TEXT_PAUSE = 120;
const FRAGMENT_PAUSE = 350;
/** Long enough for a person to see the button light up and to click it. */
const CLICK_PAUSE = 1800;

function pause(milliseconds: number): ScriptStep {
  return { type: 'pause', milliseconds };
}

function paced(steps: readonly ScriptStep[], milliseconds: number): ScriptStep[] {
  return steps.flatMap((step) => [step, pause(milliseconds)]);
}

function say(words: readonly string[]): ScriptStep[] {
  return paced(
    words.map((text) => ({ type: 'text', text })),
    TEXT_PAUSE,
  );
}

function fragments(call: number, texts: readonly string[]): ScriptStep[] {
  return paced(
    texts.map((text) => ({ type: 'fragment', call, text })),
    FRAGMENT_PAUSE,
  );
}

const GREETING = [
  'I found your order A-1042: ',
  'one desk lamp, delivered on Tuesday. ',
  'It arrived broken, ',
  'so I will prepare a full refund.',
];

const OPEN_REFUND: readonly ScriptStep[] = [
  { type: 'call', call: 0, id: 'call_refund_1', name: 'create_refund' },
  pause(FRAGMENT_PAUSE),
  ...fragments(0, ['{"orderId": "A-', '1042", ']),
  { type: 'fragment', call: 0, text: '"amountCents": 50' },
  pause(CLICK_PAUSE),
];

const CLOSE_REFUND: readonly ScriptStep[] = [
  ...fragments(0, ['00, ', '"reason": "Arrived', ' broken"}']),
  { type: 'call-end', call: 0 },
];

const OPEN_PICKUP: ScriptStep = {
  type: 'call',
  call: 1,
  id: 'call_pickup_2',
  name: 'schedule_pickup',
};

const SCRIPTS: Readonly<Record<ScriptName, readonly ScriptStep[]>> = {
  refund: [...say(GREETING), ...OPEN_REFUND, ...CLOSE_REFUND, { type: 'end' }],
  parallel: [
    ...say([...GREETING, ' A courier can fetch the lamp.']),
    ...OPEN_REFUND,
    ...CLOSE_REFUND,
    OPEN_PICKUP,
    ...fragments(1, ['{"orderId": "A-1042", ', '"day": "2026-12-', '03"}']),
    { type: 'call-end', call: 1 },
    { type: 'end' },
  ],
  cut: [...say(GREETING), ...OPEN_REFUND],
};

/**
 * The steps of a script, in order.
 * @param name which one
 */
export function scriptSteps(name: ScriptName): readonly ScriptStep[] {
  return SCRIPTS[name];
}
