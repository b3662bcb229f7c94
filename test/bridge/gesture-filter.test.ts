import { describe, expect, test } from 'vitest';
import { createGestureFilter, type GestureEvent } from '../../src/bridge/gesture-filter.ts';

const form = {};
const field = {};
const button = {};
const label = {};

const base: Omit<GestureEvent, 'event' | 't' | 'control'> = {
  trusted: true,
  detail: 1,
  labelled: null,
  form: null,
  clicksOnEnter: false,
};

const clickOn = (control: object, t: number, more: Partial<GestureEvent> = {}): GestureEvent => ({
  ...base,
  event: 'click',
  t,
  control,
  ...more,
});
const enter = (control: object, t: number, more: Partial<GestureEvent> = {}): GestureEvent => ({
  ...clickOn(control, t, more),
  event: 'enter',
});
const submit = (control: object, t: number): GestureEvent => ({
  ...clickOn(control, t, { form, detail: 0 }),
  event: 'submit',
});

const cases: readonly [string, readonly GestureEvent[], readonly boolean[]][] = [
  [
    'a click on a label and the click on its field that follows are one',
    [clickOn(label, 0, { labelled: field }), clickOn(field, 1)],
    [true, false],
  ],
  [
    'two clicks on the same control are two',
    [clickOn(button, 0), clickOn(button, 90)],
    [true, true],
  ],
  [
    'Enter in a field, the click on the button of its form and the submit are one',
    [enter(field, 0, { form }), clickOn(button, 1, { detail: 0, form }), submit(button, 2)],
    [true, false, false],
  ],
  [
    'Enter on a button is the click that follows',
    [enter(button, 0, { clicksOnEnter: true }), clickOn(button, 1, { detail: 0 })],
    [false, true],
  ],
  [
    'a click on a button and the submit are one',
    [clickOn(button, 0, { form }), submit(button, 1)],
    [true, false],
  ],
  [
    'a submit that follows no gesture is one',
    [clickOn(button, 0, { form }), submit(button, 500)],
    [true, true],
  ],
  [
    'a click by script after Enter is one of its own',
    [enter(field, 0, { form }), clickOn(button, 1, { detail: 0, form, trusted: false })],
    [true, true],
  ],
];

describe('the gesture filter', () => {
  test.each(cases)('%s', (_, events, expected) => {
    const isFirst = createGestureFilter();
    expect(events.map((event) => isFirst(event))).toEqual(expected);
  });
});
