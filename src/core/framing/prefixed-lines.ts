/**
 * Lines of a code, a colon and a JSON value: the data stream protocol of the AI SDK 3 and 4, and
 * what assistant-ui makes of it. https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol (version 4)
 *
 *   b:{"toolCallId":"t1","toolName":"tide_at"}
 *   aui-state:[…]
 *
 * The code is the name of the event.
 */
import type { Framer, Framing, FramingSink, Verdict } from './framing.ts';
import { createLineCutter, lineText, tailOf, type Line } from './lines.ts';

export const prefixedLines: Framing = { id: 'prefixed-lines', recognise, create };

const PREFIX = /^([0-9a-z]|aui-[a-z-]+):(?=["{[0-9tfn-])/;

function create(sink: FramingSink): Framer {
  const lines = createLineCutter('lf', { line: event, invalidUtf8: sink.invalidUtf8 });

  function event(line: Line): void {
    const { start, end, firstChunk, chunk } = line;
    const text = lineText(line);
    if (text === '') return;
    const prefix = PREFIX.exec(text);
    const name = prefix?.[1] ?? '';
    const data = prefix === null ? text : text.slice(prefix[0].length);
    sink.frame({ type: 'event', name, data, id: '', start, end, firstChunk, chunk });
  }

  return {
    feed: lines.feed,
    end() {
      const rest = lines.rest();
      if (rest === null) return;
      sink.frame(tailOf(rest, PREFIX.test(lineText(rest))));
    },
    pending: lines.pending,
  };
}

function recognise(start: Uint8Array): Verdict {
  const text = new TextDecoder('utf-8').decode(start);
  if (PREFIX.test(text)) return 'yes';
  const isBeginning = /^(?:[0-9a-z]:?|a|au|aui|aui-[a-z-]*:?)?$/.test(text);
  return isBeginning ? 'unsure' : 'no';
}
