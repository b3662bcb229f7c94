/** A wrapper that counts what passes and gives the page a Response of its own making. */
const wrapped = globalThis.fetch;

globalThis.fetch = async (...parameters) => {
  const response = await wrapped(...parameters);
  const { status, statusText, headers } = response;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counter) ?? null, { status, statusText, headers });
};
