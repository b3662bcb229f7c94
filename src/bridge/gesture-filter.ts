/**
 * One gesture of a user can be several events: a click on a label clicks its field too, Enter in a
 * field clicks the form's button and submits, a click on that button submits. Each gesture is
 * reported once, by the first of its events.
 */

/** What the filter needs to know of an event. */
export interface GestureEvent {
  readonly event: 'click' | 'enter' | 'submit';
  /** The time of the event in milliseconds, on any steady clock. */
  readonly t: number;
  readonly trusted: boolean;
  /** Zero where no pointer clicked: a key or the browser did. */
  readonly detail: number;
  /** The control, and what a click on it clicks next. */
  readonly control: object;
  readonly labelled: object | null;
  /** The form that the control belongs to. */
  readonly form: object | null;
  /** The control's own click follows from Enter: a button, a link. */
  readonly clicksOnEnter: boolean;
}

/** Events of one gesture follow each other within this time (ms). */
const TOGETHER = 100;

/** Makes a filter that says for each event, in order, whether it begins a gesture. */
export function createGestureFilter(): (gesture: GestureEvent) => boolean {
  let last: GestureEvent | null = null;
  return (gesture) => {
    if (gesture.event === 'enter' && gesture.clicksOnEnter) {
      // A gesture of its own, which its click will report.
      last = null;
      return false;
    }
    const previous = last;
    if (previous !== null && gesture.t - previous.t <= TOGETHER && follows(gesture, previous)) {
      return false;
    }
    last = gesture;
    return true;
  };
}

function follows(gesture: GestureEvent, previous: GestureEvent): boolean {
  const sameForm = gesture.form !== null && gesture.form === previous.form;
  if (gesture.event === 'submit') return sameForm && previous.event !== 'submit';
  if (gesture.event === 'enter') return false;
  return (
    gesture.control === previous.labelled ||
    (previous.event === 'enter' && gesture.detail === 0 && gesture.trusted && sameForm)
  );
}
