/**
 * What the pages of the bench do. Each function runs in the page and so uses nothing of this file;
 * each gives milliseconds.
 */

/** Reads a stream to its end, piece by piece. */
export async function readAll(address: string): Promise<number[]> {
  const begun = performance.now();
  const response = await fetch(address);
  const reader = response.body?.getReader();
  if (reader === undefined) throw new TypeError('There is no body');
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
  }
  if (bytes === 0) throw new RangeError('The body is empty');
  return [performance.now() - begun];
}

/** Reads a stream and gives the time between each chunk and the one before. */
export async function readGaps(address: string): Promise<number[]> {
  const response = await fetch(address);
  const reader = response.body?.getReader();
  if (reader === undefined) throw new TypeError('There is no body');
  const gaps: number[] = [];
  let last = -1;
  for (;;) {
    const { done } = await reader.read();
    if (done) return gaps;
    const t = performance.now();
    if (last >= 0) gaps.push(t - last);
    last = t;
  }
}

/** Asks for many small answers, one after another. */
export async function fetchMany(address: string): Promise<number[]> {
  const begun = performance.now();
  for (let index = 0; index < 1500; index += 1) {
    const response = await fetch(`${address}?${index}`);
    await response.json();
  }
  return [performance.now() - begun];
}

/** Puts 30,000 elements into the page while a stream is open, a hundred in each task. */
export async function insertMany(address: string): Promise<number[]> {
  const leave = new AbortController();
  const response = await fetch(address, { signal: leave.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  const place = document.querySelector('main');
  if (place === null) throw new TypeError('There is no place');
  const tasks = new MessageChannel();
  const nextTask = async (): Promise<void> =>
    new Promise((resolve) => {
      tasks.port1.addEventListener('message', () => resolve(), { once: true });
      tasks.port2.postMessage(null);
    });
  tasks.port1.start();
  // The extension learns of the open stream a task or two later.
  for (let turn = 0; turn < 20; turn += 1) await nextTask();
  let spent = 0;
  for (let batch = 0; batch < 300; batch += 1) {
    // What is taken out again is no insertion, and is told before the clock starts.
    if (batch % 30 === 0) place.replaceChildren();
    await nextTask();
    const begun = performance.now();
    for (let index = 0; index < 100; index += 1) {
      const paragraph = document.createElement('p');
      paragraph.append('one ', document.createElement('b'), ' two');
      place.append(paragraph);
    }
    // Observers come before what follows this: their time is counted.
    await Promise.resolve();
    spent += performance.now() - begun;
  }
  leave.abort();
  await reader?.closed.catch(() => undefined);
  return [spent];
}

/** Parses the first event of a stream 300,000 times while the stream is open. */
export async function parseMany(address: string): Promise<number[]> {
  // In an app there are objects of all sizes and keys. As long as there are none JSON.parse is quicker by a
  // tenth, and the few of any script that comes along would be measured as that script's cost.
  for (const letter of 'abcdefgh') {
    for (let size = 1; size <= 8; size += 1) {
      const keys = Array.from({ length: size }, (_, index) => letter + index);
      JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, key]))));
    }
  }
  const leave = new AbortController();
  const response = await fetch(address, { signal: leave.signal });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  const text = new TextDecoder().decode(first?.value).slice('data: '.length);
  const begun = performance.now();
  for (let index = 0; index < 300_000; index += 1) JSON.parse(text);
  const spent = performance.now() - begun;
  leave.abort();
  await reader?.closed.catch(() => undefined);
  return [spent];
}
