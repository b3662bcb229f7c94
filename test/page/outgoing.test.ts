import { describe, expect, test } from 'vitest';
import { inPage } from './in-page.ts';

const { bodyText, createRequestBodies, describeFetch, describeOpen, isUnsafe } = await inPage(
  () => import('../../src/page/outgoing.ts'),
);

const form = new FormData();
form.set('text', 'a b');
form.set('file', new Blob(['x']));

describe('an outgoing request', () => {
  test.each([
    ['a relative address', ['stream'], { method: 'GET', url: 'http://page.test/app/stream' }],
    ['a URL', [new URL('http://a.test/x')], { url: 'http://a.test/x' }],
    [
      'a Request',
      [new Request('http://a.test/x', { method: 'PUT', headers: { 'x-a': '1' } })],
      { method: 'PUT', url: 'http://a.test/x', headers: [['x-a', '1']], body: null },
    ],
    [
      'options that go before those of the Request',
      [new Request('http://a.test/x'), { method: 'post', body: 'b', headers: [['x-b', '2']] }],
      { method: 'POST', headers: [['x-b', '2']], body: 'b' },
    ],
    [
      'a method that fetch does not write in capitals',
      ['/', { method: 'patch' }],
      { method: 'patch' },
    ],
    ['Headers', ['/', { headers: new Headers({ 'X-A': '1' }) }], { headers: [['x-a', '1']] }],
    ['headers in an object', ['/', { headers: { 'X-A': '1' } }], { headers: [['X-A', '1']] }],
    ['an address that only the code of the page can tell', [{ toString: String }], { url: '' }],
    ['an address that is none', ['http://%'], { url: 'http://%' }],
  ])('is described from %s', (_, [input, init], expected) => {
    expect(describeFetch(input, init, createRequestBodies())).toMatchObject(expected);
  });

  test('has the text that its Request was made with, also through another Request', () => {
    const bodies = createRequestBodies();
    const init = { method: 'POST', body: 'text' };
    const first = new Request('http://a.test/', init);
    bodies.note(first, 'http://a.test/', init);
    const second = new Request(first.clone());
    bodies.note(second, first, undefined);
    expect(describeFetch(second, undefined, bodies)).toMatchObject({
      method: 'POST',
      body: 'text',
    });
    expect(describeFetch(second, { body: 'other' }, bodies)).toMatchObject({ body: 'other' });
    expect(second.bodyUsed).toBe(false);
  });

  test.each([
    ['text', 'a', 'a'],
    ['search parameters', new URLSearchParams({ a: 'b c' }), 'a=b+c'],
    ['the text fields of a form', form, 'text=a+b'],
    ['nothing of a stream', new ReadableStream(), null],
    ['nothing of bytes', new Uint8Array(3), null],
    ['nothing of an object that has text when converted', { toString: String }, null],
    ['256 KiB of a long text', 'x'.repeat(300_000), 'x'.repeat(262_144)],
  ])('keeps %s as its body', (_, body, expected) => {
    expect(bodyText(body)).toBe(expected);
  });

  test('runs no code of the page', () => {
    const trap = {
      get method(): string {
        throw new Error('read');
      },
      get body(): string {
        throw new Error('read');
      },
      get signal(): AbortSignal {
        throw new Error('read');
      },
    };
    expect(describeFetch('/', trap, createRequestBodies())).toMatchObject({
      method: 'GET',
      body: null,
    });
  });

  test('of XMLHttpRequest is described at open', () => {
    expect(describeOpen('post', '/x')).toEqual({ method: 'POST', url: 'http://page.test/x' });
    expect(describeOpen({ toString: String }, '/x')).toBeNull();
  });

  test.each([
    ['POST', true],
    ['patch', true],
    ['PURGE', true],
    ['get', false],
    ['HEAD', false],
    ['QUERY', false],
  ])('with method %s is unsafe: %s', (method, expected) => {
    expect(isUnsafe(method)).toBe(expected);
  });
});
