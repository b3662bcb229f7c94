/**
 * The page script's end of the line to the bridge: an event target that only these two have. What is
 * dispatched on it is handled before the call returns, so the bridge can ask for all records up to this
 * very moment; and it stays within the process, where a message port would copy each byte twice more.
 */
import {
  PAGE_COMMANDS,
  PAGE_LINE,
  PAGE_MESSAGE,
  type PageCommand,
  type PageMessage,
} from '../protocol.ts';
import { addEventListenerTo, dispatchTo } from './primordials.ts';

export interface Line {
  readonly post: (message: PageMessage) => void;
  /** Hands the other end to the bridge; says whether one was there to take it. */
  readonly handOver: () => boolean;
}

/** Makes the line, on which `command` takes what the bridge says. */
export function createLine(command: (command: PageCommand) => void): Line {
  const target = new EventTarget();
  for (let index = 0; index < PAGE_COMMANDS.length; index += 1) {
    const name = PAGE_COMMANDS[index];
    if (name !== undefined) addEventListenerTo(target, name, () => command(name));
  }
  return {
    post: (message) => dispatchTo(target, PAGE_MESSAGE, message),
    handOver() {
      // A related target is what an event shows to the scripts of all worlds. The bridge is there
      // before any script of the page, takes the event, and lets nobody else see it.
      const event = new MouseEvent(PAGE_LINE, { relatedTarget: target, cancelable: true });
      return !window.dispatchEvent(event);
    },
  };
}
