/**
 * Controls that are in the page and cannot be seen, or not be pressed by a pointer: a class, a style or a
 * popover shows them later, and no attribute of their own changes with that.
 *
 * They are looked at once per animation frame, right before the browser works out its styles: then a look
 * costs what the frame would have cost. What an animation or another style sheet alone shows is not seen.
 */

/** More hidden controls than this are a page with all its dialogs in it: the newest are watched. */
const MAXIMUM = 50;

export interface HiddenControls {
  /** Takes a control that is in the page; says whether it is shown, and remembers it where it is not. */
  readonly isShown: (control: Element) => boolean;
  /** Whether any is remembered. */
  readonly hasSome: () => boolean;
  /** Styles may be others from now on. */
  readonly stylesChanged: () => void;
  readonly stop: () => void;
}

/** Makes an empty memory that tells `shown` of the controls that have come to be seen with a frame. */
export function createHiddenControls(
  shown: (controls: readonly Element[]) => void,
): HiddenControls {
  const hidden = new Set<Element>();
  let frame = 0;

  function look(): void {
    frame = 0;
    const found: Element[] = [];
    for (const control of hidden) {
      if (control.isConnected && !isVisible(control)) continue;
      hidden.delete(control);
      if (control.isConnected) found.push(control);
    }
    if (found.length > 0) shown(found);
  }

  return {
    isShown(control) {
      if (isVisible(control)) {
        hidden.delete(control);
        return true;
      }
      hidden.add(control);
      const [oldest] = hidden;
      if (hidden.size > MAXIMUM && oldest !== undefined) hidden.delete(oldest);
      return false;
    },
    hasSome: () => hidden.size > 0,
    stylesChanged() {
      if (hidden.size > 0 && frame === 0) frame = requestAnimationFrame(look);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

function isVisible(control: Element): boolean {
  if (!control.checkVisibility({ visibilityProperty: true })) return false;
  return getComputedStyle(control).pointerEvents !== 'none';
}
