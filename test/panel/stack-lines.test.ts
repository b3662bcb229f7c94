/** Which places a stack names. */
import { expect, test } from 'vitest';
import { callerLine, ownLine, stackLines } from '../../panel/models/stack-lines.ts';

test.each<[string, string, string | null, string, number, number]>([
  [
    'a bare address',
    '    at http://localhost:5173/card.js:73:28',
    null,
    'http://localhost:5173/card.js',
    73,
    28,
  ],
  [
    'a method',
    '    at Object.x [as y] (https://a.test/x.js:10:2)',
    'Object.x [as y]',
    'https://a.test/x.js',
    10,
    2,
  ],
  [
    'a constructor',
    '    at new Card (https://a.test/x.js:10:2)',
    'new Card',
    'https://a.test/x.js',
    10,
    2,
  ],
  [
    'an async function',
    '    at async send (https://a.test/x.js:10:2)',
    'send',
    'https://a.test/x.js',
    10,
    2,
  ],
  ['an async address', '    at async https://a.test/x.js:10:2', null, 'https://a.test/x.js', 10, 2],
  [
    'an anonymous method',
    '    at HTMLButtonElement.<anonymous> (http://h:1/card.js:83:52)',
    'HTMLButtonElement.<anonymous>',
    'http://h:1/card.js',
    83,
    52,
  ],
  [
    'a port and a query with colons and parentheses',
    '    at f (http://h:3000/p.js?x=1:2&t=(3):7:9)',
    'f',
    'http://h:3000/p.js?x=1:2&t=(3)',
    7,
    9,
  ],
  [
    'parentheses in the path',
    '    at f (http://h/app/(group)/page.js:4:5)',
    'f',
    'http://h/app/(group)/page.js',
    4,
    5,
  ],
  [
    'parentheses and no function',
    '    at http://h/app/(group)/page.js:4:5',
    null,
    'http://h/app/(group)/page.js',
    4,
    5,
  ],
  [
    'webpack',
    '    at f (webpack://app/./src/a (b).ts?abcd:10:2)',
    'f',
    'webpack://app/./src/a (b).ts?abcd',
    10,
    2,
  ],
  [
    'webpack in an eval',
    '    at eval (webpack-internal:///(app-pages-browser)/./src/a.ts:7:9)',
    'eval',
    'webpack-internal:///(app-pages-browser)/./src/a.ts',
    7,
    9,
  ],
  [
    'an eval',
    '    at eval (eval at run (http://x.test:8/a.js:1:2), <anonymous>:1:3)',
    'eval',
    'http://x.test:8/a.js',
    1,
    2,
  ],
  [
    'an eval in an eval',
    '    at eval (eval at <anonymous> (eval at g (http://x.test/a(1).js:5:6)), <anonymous>:1:3)',
    'eval',
    'http://x.test/a(1).js',
    5,
    6,
  ],
  [
    'a blob',
    '    at f (blob:http://localhost:3/3f-22:4:5)',
    'f',
    'blob:http://localhost:3/3f-22',
    4,
    5,
  ],
  ['a file', '    at file:///home/x/a.js:1:2', null, 'file:///home/x/a.js', 1, 2],
  [
    'a function of Firefox',
    'send@http://localhost:5173/refund.ts:31:12',
    'send',
    'http://localhost:5173/refund.ts',
    31,
    12,
  ],
  [
    'no function of Firefox',
    '@http://localhost:5173/refund.ts:31:12',
    null,
    'http://localhost:5173/refund.ts',
    31,
    12,
  ],
])('a line with %s names its place', (_what, line, functionName, url, row, column) => {
  const [found] = stackLines(line);
  expect(found).toMatchObject({ functionName, place: { url, line: row, column } });
  expect(`${found?.before}${found?.text}${found?.after}`).toBe(line);
});

test.each([
  '    at <anonymous>',
  '    at Array.map (<anonymous>)',
  '    at Promise.all (index 0)',
  '    at native code',
  '    at wasm-function[3] (wasm://wasm/abcd:wasm-function[3]:0x12)',
  '    at C:\\x.js:1:2',
  '    at http://h/a.js',
  '    at javascript:alert(1):1:2',
  'SyntaxError: Unexpected end of http://h/a.js:1:2',
  '',
])('the line "%s" stays text', (line) => {
  expect(stackLines(line)).toMatchObject([{ before: line, text: '', after: '', place: null }]);
});

test.each([
  ['packages', 'http://h/node_modules/openai/index.js:1:1'],
  ['packages that vite has joined', 'http://h/node_modules/.vite/deps/ai.js?v=1:1:1'],
  ['a file of vendors', 'http://h/assets/vendor-Bx12.js:1:1'],
  ['an extension', 'chrome-extension://abc/page.js:1:1'],
])('the own line of a stack is below %s', (_what, foreign) => {
  const stack = `Error: x\n    at f (${foreign})\n    at <anonymous>\n    at g (http://h/src/card.js:7:8)`;
  expect(ownLine(stackLines(stack))?.place).toEqual({
    url: 'http://h/src/card.js',
    line: 7,
    column: 8,
  });
});

test('where all of a stack is foreign the first line that can be opened has to do', () => {
  const stack = '    at <anonymous>\n    at f (http://h/node_modules/a.js:1:2)';
  expect(ownLine(stackLines(stack))?.functionName).toBe('f');
  expect(ownLine(stackLines('    at <anonymous>'))).toBeNull();
});

test('a hostile line costs no more than its length', () => {
  const line = `    at f (${'eval at ('.repeat(500)}http:${'('.repeat(2000)}`;
  expect(stackLines(line)).toHaveLength(1);
});

test('names who called the line from another file, where one helper sends all requests', () => {
  const stack = [
    '    at post (http://localhost/api.js:3:9)',
    '    at send (http://localhost/api.js:9:1)',
    '    at run (http://localhost/node_modules/lib/x.js:1:1)',
    '    at confirmRefund (http://localhost/card.js:20:5)',
  ].join('\n');
  const lines = stackLines(stack);
  const own = ownLine(lines);
  expect(own?.functionName).toBe('post');
  expect(callerLine(lines, own)?.functionName).toBe('confirmRefund');
  expect(callerLine(lines.slice(0, 2), own)).toBeNull();
  expect(callerLine(lines, null)).toBeNull();
});
