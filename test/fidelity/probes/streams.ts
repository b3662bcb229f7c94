/** What a page can do with the body of a response. */
import type { Probe } from './probe.ts';

export const streamProbes = {
  'a reader reads, releases and reads on': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    if (body === null) return 'no body';
    const first = body.getReader();
    const facts: unknown[] = [body.locked, first instanceof ReadableStreamDefaultReader];
    try {
      body.getReader();
    } catch (error) {
      facts.push(String(error));
    }
    let bytes = (await first.read()).value?.length ?? 0;
    first.releaseLock();
    facts.push(body.locked);
    await first.read().catch((error: unknown) => facts.push(String(error)));
    const second = new ReadableStreamDefaultReader(body);
    facts.push(Object.getPrototypeOf(second) === ReadableStreamDefaultReader.prototype);
    for (;;) {
      const { done, value } = await second.read();
      if (done) break;
      bytes += value.length;
    }
    return [...facts, bytes, await second.closed];
  },
  'a byte reader fills the buffer of the page': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    const reader = body?.getReader({ mode: 'byob' });
    const { value } = (await reader?.read(new Uint16Array(4))) ?? {};
    await reader?.cancel();
    return [value?.constructor.name, value?.length, value?.buffer.byteLength];
  },
  'an iterator gives the whole body': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    let bytes = 0;
    if (body !== null) for await (const chunk of body) bytes += chunk.length;
    return [bytes, body?.locked];
  },
  'both branches of a tee give the whole body': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    const [first, second] = body?.tee() ?? [];
    return [body?.locked, await new Response(first).text(), await new Response(second).text()];
  },
  'a clone gives the whole body': async (origin) => {
    const response = await fetch(`${origin}/sse`);
    const clone = response.clone();
    return [await clone.text(), await response.text()];
  },
  'a pipe decodes the whole body': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    let text = '';
    const decoded = body?.pipeThrough(new TextDecoderStream());
    const locked = body?.locked;
    if (decoded !== undefined) for await (const part of decoded) text += part;
    // The pipe lets go of the body after the last part is out.
    await (await fetch(`${origin}/json`)).text();
    return [text, locked, body?.locked];
  },
  'a failed pipe with preventCancel leaves the rest to the page': async (origin) => {
    const { body } = await fetch(`${origin}/flood`);
    let first = 0;
    const sink = new WritableStream<Uint8Array>({
      write(chunk) {
        first += chunk.length;
        throw new Error('full');
      },
    });
    const outcome = await body?.pipeTo(sink, { preventCancel: true }).catch(String);
    const locked = body?.locked;
    const reader = body?.getReader();
    const next = await reader?.read();
    await reader?.cancel();
    return [outcome, first > 0, locked, next?.done];
  },
  'wrong arguments of a pipe give native errors and leave the body unlocked': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    const pipeTo = Reflect.get(ReadableStream.prototype, 'pipeTo');
    const pipeThrough = Reflect.get(ReadableStream.prototype, 'pipeThrough');
    const told = await Reflect.apply(pipeTo, body, [{}]).catch(String);
    let thrown = '';
    try {
      Reflect.apply(pipeThrough, body, [{}]);
    } catch (error) {
      thrown = String(error);
    }
    const facts = [told, thrown, body?.locked];
    await body?.cancel();
    return facts;
  },
  'a stream of the page keeps its chunks': async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue('a');
        controller.enqueue({ b: 1 });
        controller.close();
      },
    });
    const response = new Response(new ReadableStream());
    const chunks: unknown[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return [chunks, response.body instanceof ReadableStream];
  },
  'a body is transferred whole': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    if (body === null) return 'no body';
    const channel = new MessageChannel();
    const arrived = new Promise<unknown>((resolve) => {
      channel.port2.addEventListener('message', ({ data }) => resolve(data));
    });
    channel.port2.start();
    channel.port1.postMessage(body, [body]);
    const received = await arrived;
    const isStream = received instanceof ReadableStream;
    return [body.locked, isStream, isStream && (await new Response(received).text())];
  },
  'a cancel gives nothing and closes the reader': async (origin) => {
    const reader = (await fetch(`${origin}/open?id=cancelled`)).body?.getReader();
    await reader?.read();
    const pending = reader?.read();
    const result = await reader?.cancel('enough');
    return [result, await pending, await reader?.closed, await reader?.read()];
  },
  'a body becomes locked and then used as it is read': async (origin) => {
    const response = await fetch(`${origin}/sse`);
    const facts: unknown[] = [response.bodyUsed, response.body?.locked];
    const reader = response.body?.getReader();
    facts.push(response.bodyUsed, response.body?.locked);
    await reader?.read();
    facts.push(response.bodyUsed);
    reader?.releaseLock();
    facts.push(response.bodyUsed, response.body?.locked, await response.text().catch(String));
    await response.body?.cancel();
    return facts;
  },
} satisfies Record<string, Probe>;
