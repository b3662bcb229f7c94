/**
 * What a page feels of being watched: the same work in several browsers, in rounds that alternate, so that
 * what else the machine does falls on all of them. Only ratios inside one run count.
 */
import { EVENT_BYTES, startBenchServer } from './page-server.ts';
import { fetchMany, insertMany, parseMany, readAll, readGaps } from './page-work.ts';
import { MODES, openSubject, type Mode, type Subject } from './subjects.ts';

export interface BenchResult {
  readonly name: string;
  readonly value: number;
  readonly goal: string;
  readonly met: boolean;
}

interface Task {
  readonly name: string;
  /** Under the server's address. */
  readonly path: string;
  /** Runs in the page; gives milliseconds. */
  readonly work: (address: string) => Promise<number[]>;
  /** How often it is measured; five times where absent. */
  readonly rounds?: number;
  /** The browsers that it is compared in; all with records that somebody takes where absent. */
  readonly modes?: readonly Mode[];
}

const EVENTS = 50_000;
const INSERTIONS = 30_000;
const TASKS = {
  events: { name: '50,000 small events', path: `events?count=${EVENTS}`, work: readAll },
  paced: { name: '300 events at 5 ms, gaps', path: 'paced?count=300', work: readGaps },
  small: { name: '1,500 small fetches', path: 'small', work: fetchMany },
  flood: {
    name: 'a flood of 300 MiB',
    path: 'flood?count=4800',
    work: readAll,
    // DevTools needs a minute for each, and what a page keeps is the same each time.
    modes: ['bare', 'armed'],
    rounds: 2,
  },
  // DevTools makes both several times slower by itself: what the extension adds is seen without it. More
  // rounds, since what is asked is small beside what the machine does by itself.
  insertions: {
    name: '30,000 insertions',
    path: 'open',
    work: insertMany,
    modes: MODES,
    rounds: 9,
  },
  parsing: { name: '300,000 JSON.parse', path: 'open', work: parseMany, modes: MODES, rounds: 15 },
} as const satisfies Record<string, Task>;

export type TaskName = keyof typeof TASKS;
export const TASK_NAMES = [
  'events',
  'paced',
  'small',
  'flood',
  'insertions',
  'parsing',
] as const satisfies readonly TaskName[];

const TAKEN = ['bare', 'dormant', 'devtools', 'armed'] as const;
const ROUNDS = 5;
const MEGABYTE = 1024 * 1024;

interface Measured {
  /** What the page measured, of each round. */
  readonly times: number[][];
  readonly thread: number[];
  readonly heap: number[];
  readonly posted: number[];
}

type Row = Readonly<Record<Mode, Measured>>;

const median = (values: readonly number[]): number => quantile(values, 0.5);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The median of a ratio over the rounds: a machine that is slow for a minute is so for both of a round. */
function ratio(left: readonly number[], right: readonly number[]): number {
  return median(left.map((value, round) => value / (right[round] ?? NaN)));
}

const timesOf = ({ times }: Measured): number[] => times.map(median);

/** Microseconds that each of `count` took more on the left; the median over the rounds. */
function microsecondsMore(left: Measured, right: Measured, count: number): number {
  const rights = timesOf(right);
  return (
    median(timesOf(left).map((value, round) => value - (rights[round] ?? NaN))) * (1000 / count)
  );
}

const thread = (measured: Measured): number => median(measured.thread);

function empty(): Measured {
  return { times: [], thread: [], heap: [], posted: [] };
}

async function run(
  name: TaskName,
  subjects: Readonly<Record<Mode, Subject>>,
  url: string,
): Promise<Row> {
  const { path, work, modes = TAKEN, rounds = ROUNDS }: Task = TASKS[name];
  const row: Row = {
    bare: empty(),
    dormant: empty(),
    always: empty(),
    devtools: empty(),
    armed: empty(),
  };
  for (let round = 0; round <= rounds; round += 1) {
    for (const mode of modes) {
      const { page, reset, threadTime, heap, posted } = subjects[mode];
      await reset();
      await posted();
      const before = await threadTime();
      const times = await page.evaluate(work, url + path);
      const spent = (await threadTime()) - before;
      const used = await heap();
      // The first round warms up.
      if (round === 0) continue;
      row[mode].times.push(times);
      row[mode].thread.push(spent);
      row[mode].heap.push(used);
      row[mode].posted.push(await posted());
    }
  }
  return row;
}

function print(name: TaskName, row: Row): void {
  console.log(`\n${TASKS[name].name}`);
  for (const mode of MODES) {
    const { times, heap } = row[mode];
    const all = times.flat();
    if (all.length === 0) continue;
    console.log(
      [
        `  ${mode.padEnd(8)}`,
        `p50 ${median(all).toFixed(1).padStart(8)} ms`,
        `p99 ${quantile(all, 0.99).toFixed(1).padStart(8)} ms`,
        `page thread ${thread(row[mode]).toFixed(0).padStart(6)} ms`,
        `heap ${(median(heap) / MEGABYTE).toFixed(1).padStart(6)} MB`,
      ].join('  '),
    );
  }
}

function atMost(name: string, value: number, limit: number): BenchResult {
  return { name, value, goal: `≤ ${limit.toFixed(2)}`, met: value <= limit };
}

function judge(
  name: TaskName,
  { bare, dormant, always, devtools, armed }: Row,
): readonly BenchResult[] {
  const title = TASKS[name].name;
  switch (name) {
    case 'events':
      return [
        atMost(`${title}: time recorded / bare`, ratio(timesOf(armed), timesOf(bare)), 1.1),
        atMost(
          `${title}: time recorded / with DevTools alone`,
          ratio(timesOf(armed), timesOf(devtools)),
          1.1,
        ),
        atMost(
          `${title}: page thread recorded / with DevTools alone`,
          ratio(armed.thread, devtools.thread),
          1.1,
        ),
        atMost(`${title}: time dormant / bare`, ratio(timesOf(dormant), timesOf(bare)), 1.02),
        atMost(
          `${title}: bytes posted / received`,
          median(armed.posted) / (EVENTS * EVENT_BYTES),
          1.5,
        ),
      ];
    case 'paced':
    case 'small':
      return [
        atMost(
          `${title}: time recorded / with DevTools alone`,
          ratio(timesOf(armed), timesOf(devtools)),
          1.1,
        ),
        atMost(`${title}: time dormant / bare`, ratio(timesOf(dormant), timesOf(bare)), 1.02),
      ];
    case 'flood':
      return [
        atMost(
          `${title}: MB of page heap more than bare`,
          (median(armed.heap) - median(bare.heap)) / MEGABYTE,
          32,
        ),
      ];
    case 'insertions':
      return [
        atMost(
          `${title}: µs for each more than bare`,
          microsecondsMore(always, bare, INSERTIONS),
          5,
        ),
        atMost(
          `${title}: µs for each more than with DevTools alone`,
          microsecondsMore(armed, devtools, INSERTIONS),
          5,
        ),
      ];
    case 'parsing':
      return [
        atMost(`${title}: recorded / bare`, ratio(timesOf(always), timesOf(bare)), 1.05),
        atMost(
          `${title}: recorded / with DevTools alone`,
          ratio(timesOf(armed), timesOf(devtools)),
          1.05,
        ),
      ];
    default:
      return name satisfies never;
  }
}

/** Takes a word; returns whether it names a task. */
export function isTaskName(name: string): name is TaskName {
  return Object.hasOwn(TASKS, name);
}

/**
 * Runs the tasks and prints what each browser took; a quarter of an hour in all.
 * @throws when no browser is found
 */
export async function benchPage(names: readonly TaskName[]): Promise<readonly BenchResult[]> {
  const server = await startBenchServer();
  const open: Subject[] = [];
  async function start(mode: Mode): Promise<Subject> {
    const subject = await openSubject(mode, server.url);
    open.push(subject);
    return subject;
  }
  try {
    const subjects = {
      bare: await start('bare'),
      dormant: await start('dormant'),
      always: await start('always'),
      devtools: await start('devtools'),
      armed: await start('armed'),
    };
    const results: BenchResult[] = [];
    for (const name of names) {
      const row = await run(name, subjects, server.url);
      print(name, row);
      results.push(...judge(name, row));
    }
    return results;
  } finally {
    for (const { close } of open) await close();
    await server.close();
  }
}
