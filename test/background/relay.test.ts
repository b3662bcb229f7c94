import { describe, expect, test } from 'vitest';
import { createRelay, type Relay } from '../../src/background/relay.ts';
import type { FrameCommand, FrameMessage, RecorderMessage } from '../../src/protocol.ts';
import { createFakeTimer } from '../bridge/fake-timer.ts';

const TAB = 7;
const inspect = (recording = true, tabId = TAB): unknown => ({
  type: 'inspect',
  version: 1,
  tabId,
  recording,
});
const open = (document: string): FrameMessage => ({
  type: 'frame-open',
  version: 1,
  document,
  url: 'http://page.test/',
  top: true,
  first: 1,
});

function createRig(always = false): {
  readonly relay: Relay;
  readonly told: [number, FrameCommand][];
  /** What all tabs but the named ones were told. */
  readonly toldOthers: [readonly number[], FrameCommand][];
  readonly pass: (time: number) => void;
} {
  const { timer, pass } = createFakeTimer();
  const told: [number, FrameCommand][] = [];
  const toldOthers: [readonly number[], FrameCommand][] = [];
  const relay = createRelay({
    tellTab: (tabId, command) => told.push([tabId, command]),
    tellOthers: (tabIds, command) => toldOthers.push([[...tabIds], command]),
    readAlways: () => Promise.resolve(always),
    timer,
  });
  return { relay, told, toldOthers, pass };
}

describe('the relay', () => {
  test('says that a tab is recorded when a recorder inspects it', async () => {
    const { relay } = createRig();
    relay.recorder(() => {}).message(inspect());
    expect(await relay.hello(TAB)).toEqual({ recording: true });
  });

  test('waits for recorders to come back after a restart before it says no', async () => {
    const { relay, pass } = createRig();
    const early = relay.hello(TAB);
    const late = relay.hello(8);
    relay.recorder(() => {}).message(inspect());
    expect(await early).toEqual({ recording: true });
    pass(500);
    expect(await late).toEqual({ recording: false });
    expect(await relay.hello(8)).toEqual({ recording: false });
  });

  test('says no at once when the recorder of the tab has stopped', async () => {
    const { relay } = createRig();
    relay.recorder(() => {}).message(inspect(false));
    expect(await relay.hello(TAB)).toEqual({ recording: false });
  });

  test('switches the frames of a tab, with and without a port, and no others', () => {
    const { relay, told } = createRig();
    const commands: FrameCommand[] = [];
    const others: FrameCommand[] = [];
    const recorder = relay.recorder(() => {});
    recorder.message(inspect(false));
    told.length = 0;
    relay.frame({ tabId: TAB, frameId: 0 }, (command) => commands.push(command));
    relay.frame({ tabId: 8, frameId: 0 }, (command) => others.push(command));
    recorder.message(inspect(true));
    recorder.message(inspect(false));
    const expected = [
      { type: 'record', recording: true },
      { type: 'record', recording: false },
    ];
    expect(commands).toEqual(expected);
    expect(told).toEqual(expected.map((command) => [TAB, command]));
    expect(others).toEqual([]);
  });

  test('tells the connected frames, and later ones when they ask, that a stream is open in the tab', async () => {
    const { relay, told } = createRig();
    const commands: FrameCommand[] = [];
    const recorder = relay.recorder(() => {});
    recorder.message(inspect(true));
    relay.frame({ tabId: TAB, frameId: 2 }, (command) => commands.push(command));
    told.length = 0;
    recorder.message({ type: 'inspect', version: 1, tabId: TAB, recording: true, attends: true });
    expect(commands).toEqual([{ type: 'record', recording: true, attends: true }]);
    expect(told).toEqual([]);
    expect(await relay.hello(TAB)).toEqual({ recording: true, attends: true });
    recorder.message(inspect(true));
    expect(commands.at(-1)).toEqual({ type: 'record', recording: true });
  });

  test('has the frames begin again for a recorder that comes after them', () => {
    const { relay } = createRig();
    const commands: FrameCommand[] = [];
    relay.frame({ tabId: TAB, frameId: 0 }, (command) => commands.push(command)).message(open('d'));
    const recorder = relay.recorder(() => {});
    recorder.message(inspect());
    recorder.message(inspect());
    expect(commands.map(({ type }) => type)).toEqual(['record', 'reopen', 'record']);
  });

  test('carries messages between the frames of a tab and its recorders', () => {
    const { relay } = createRig();
    const heard: RecorderMessage[] = [];
    const deaf: RecorderMessage[] = [];
    const commands: FrameCommand[] = [];
    const recorder = relay.recorder((message) => heard.push(message));
    recorder.message(inspect());
    relay.recorder((message) => deaf.push(message)).message(inspect(true, 8));
    const frame = relay.frame({ tabId: TAB, frameId: 3 }, (command) => commands.push(command));
    frame.message(open('d'));
    expect(heard).toEqual([{ type: 'frame', frameId: 3, message: open('d') }]);
    recorder.message({ type: 'acknowledge', document: 'd', sequence: 4 });
    recorder.message({ type: 'acknowledge', document: 'other', sequence: 4 });
    expect(commands).toEqual([{ type: 'acknowledge', document: 'd', sequence: 4 }]);
    frame.disconnected();
    expect(heard.at(-1)).toEqual({ type: 'frame-gone', document: 'd' });
    expect(deaf).toEqual([]);
  });

  test('stops the frames when the last recorder of a tab stays away', () => {
    const { relay, told, pass } = createRig();
    const first = relay.recorder(() => {});
    first.message(inspect());
    first.disconnected();
    pass(499);
    relay.recorder(() => {}).message(inspect());
    pass(500);
    expect(told.every(([, command]) => command.type === 'record' && command.recording)).toBe(true);
    const second = createRig();
    const recorder = second.relay.recorder(() => {});
    recorder.message(inspect());
    recorder.disconnected();
    second.pass(500);
    expect(second.told.at(-1)).toEqual([TAB, { type: 'record', recording: false }]);
  });

  test('passes on nothing that no guard knows', () => {
    const { relay } = createRig();
    const heard: RecorderMessage[] = [];
    const recorder = relay.recorder((message) => heard.push(message));
    recorder.message(inspect());
    recorder.message({ type: 'inspect', tabId: '7' });
    const frame = relay.frame({ tabId: TAB, frameId: 0 }, () => {});
    for (const message of [null, 'text', { type: 'batch' }, { type: 'batch', document: 'd' }]) {
      frame.message(message);
    }
    expect(heard).toEqual([]);
  });
});

describe('the relay of a user who records always', () => {
  const KEEP = { recording: true, keep: true } as const;

  test('has the records kept where nobody inspects the tab, at once', async () => {
    expect(await createRig(true).relay.hello(TAB)).toEqual(KEEP);
  });

  test('has them sent where somebody does, and lets that one stop', async () => {
    const { relay } = createRig(true);
    const recorder = relay.recorder(() => {});
    recorder.message(inspect());
    expect(await relay.hello(TAB)).toEqual({ recording: true });
    recorder.message(inspect(false));
    expect(await relay.hello(TAB)).toEqual({ recording: false });
  });

  test('has them kept again when the last recorder stays away', async () => {
    const { relay, told, pass } = createRig(true);
    await relay.hello(TAB);
    const recorder = relay.recorder(() => {});
    recorder.message(inspect());
    recorder.disconnected();
    pass(500);
    expect(told).toEqual([
      [TAB, { type: 'record', recording: true }],
      [TAB, { type: 'record', ...KEEP }],
    ]);
  });

  test('switches the tabs that nobody inspects when the setting changes', async () => {
    const { relay, toldOthers, pass } = createRig();
    relay.recorder(() => {}).message(inspect());
    relay.setAlways(true);
    expect(await relay.hello(8)).toEqual(KEEP);
    relay.setAlways(false);
    pass(500);
    expect(await relay.hello(8)).toEqual({ recording: false });
    expect(toldOthers).toEqual([
      [[TAB], { type: 'record', ...KEEP }],
      [[TAB], { type: 'record', recording: false }],
    ]);
  });
});
