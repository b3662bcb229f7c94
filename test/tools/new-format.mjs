// @ts-check
/**
 * `npm run new:format NAME`: writes the skeleton of a wire format and its captures. They pass every test
 * as they are; the work is to make them say what the real format says.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const [name] = process.argv.slice(2);

if (name === undefined || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
  console.error('Name the format in kebab-case, as in: npm run new:format example-stream');
  process.exit(1);
}
const source = resolve(root, `src/core/formats/${name}.ts`);
if (existsSync(source)) {
  console.error(
    `src/core/formats/${name}.ts is there already. Choose another name, or edit that file.`,
  );
  process.exit(1);
}

/** @param {readonly object[]} events */
const body = (events) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const head = `> POST https://${name}.example/v1/stream\nHTTP/1.1 200 OK\ncontent-type: text/event-stream\n\n`;
const call = [
  { protocol: name, kind: 'call', id: 'c1', tool: 'tide_at' },
  { protocol: name, kind: 'arguments', id: 'c1', text: '{"port":"Ry' },
  { protocol: name, kind: 'arguments', id: 'c1', text: 'de"}' },
];
const end = [
  { protocol: name, kind: 'call-end', id: 'c1' },
  { protocol: name, kind: 'end' },
];

write(source, skeleton(name));
write(resolve(root, `test/fixtures/${name}/one-call.http`), head + body([...call, ...end]));
write(resolve(root, `test/fixtures/${name}/connection-lost.http`), head + body(call.slice(0, 2)));
write(
  resolve(root, `test/fixtures/${name}/text-only.http`),
  head +
    body([
      { protocol: name, kind: 'text', text: 'Hello' },
      { protocol: name, kind: 'end' },
    ]),
);

console.log(`Wrote src/core/formats/${name}.ts and three captures under test/fixtures/${name}/.
Next:
  1. Put real captures in their place: curl -isN … > test/fixtures/${name}/one-call.http
  2. Make detect() and the decoder read them.
  3. npx vitest run test/core/formats.test.ts -u    writes what they read as; check it by eye.
  4. npm run fix                                    adds the format to the README's table.
CONTRIBUTING.md goes through all of it.`);

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'wx' });
}

/** @param {string} id */
function skeleton(id) {
  return `/**
 * ${id}. Link to the documentation of the format here.
 *
 *   data: {"protocol":"${id}","kind":"call","id":"c1","tool":"tide_at"}
 *   data: {"protocol":"${id}","kind":"arguments","id":"c1","text":"{\\"port\\":\\"Ry"}
 *
 * What surprises: say here what a reader would not expect.
 */
import type { CallWriter, Decoder, StreamWriter, WireEvent } from './format.ts';
import { defineFormat, isObject, stringAt } from './format.ts';

export default defineFormat({
  id: '${id}',
  label: '${id}',
  detect,
  createDecoder,
});

/** How surely one event belongs to this format. Test for what no other format has. */
function detect({ json }: WireEvent): number {
  return isObject(json) && stringAt(json, 'protocol') === '${id}' ? 0.95 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = new Map<string, CallWriter>();
  let hasEnded = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const id = stringAt(json, 'id') ?? '';
    switch (stringAt(json, 'kind')) {
      case 'call': {
        const name = stringAt(json, 'tool') ?? null;
        calls.set(id, stream.open({ kind: 'function', index: null, id, name }));
        break;
      }
      case 'arguments':
        calls.get(id)?.fragment(stringAt(json, 'text') ?? '');
        break;
      case 'call-end':
        calls.get(id)?.end('call-end');
        break;
      case 'end':
        hasEnded = true;
        break;
      default:
    }
  }

  return { event, ended: () => hasEnded };
}
`;
}
