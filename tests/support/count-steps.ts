import { Session } from 'node:inspector/promises';
import { runInThisContext, constants } from 'node:vm';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Loads what it needs by itself: it is run in a thread of its own, where nothing around it is known. */
type Work<Input> = (input: Input) => unknown;

interface Order {
  /** A function as it is written. */
  readonly work: string;
  readonly inputs: readonly unknown[];
}

/** What V8 says of a script: how often each piece of a function was run, first of all the function. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

/** Calls of our functions, and turns of the loops in them. */
function addUp(scripts: readonly ScriptCoverage[]): number {
  return scripts
    .filter(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

async function countHere({ work, inputs }: Order): Promise<number[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  // Only what is compiled from here on counts its loops.
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const run = runInThisContext(`(${work})`, {
    filename: import.meta.url,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as Work<unknown>;
  // Loads.
  await run(inputs[0]);
  const counts: number[] = [];
  for (const input of inputs) {
    await session.post('Profiler.takePreciseCoverage');
    await run(input);
    const { result } = (await session.post('Profiler.takePreciseCoverage')) as { result: ScriptCoverage[] };
    counts.push(addUp(result));
  }
  return counts;
}

const { order } = (workerData ?? {}) as { order?: Order };
if (!isMainThread && order !== undefined) parentPort?.postMessage(await countHere(order));

/**
 * How many steps work takes for each input: calls of functions of ours and turns of loops, the same on every machine but for a few.
 * What Node and V8 do within one call, as to search a text, is one step.
 */
export function countSteps<Input>(work: Work<Input>, inputs: readonly Input[]): Promise<number[]> {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { order: { work: String(work), inputs } },
    // What was compiled before counts no loops.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    execArgv: ['--import', new URL('load-natively.ts', import.meta.url).href, '--disable-warning=ExperimentalWarning'],
    // What V8 tells of all scripts is much, and nobody needs it for long.
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('the thread ended before it had counted')));
  });
}

/** How many times the input grows. */
const times = 8;

/**
 * By how much the steps for each unit of size grow while the size grows eightfold: 1 where they grow with it, 8 where they grow with its
 * square.
 */
export async function stepGrowth(work: Work<number>, size: number): Promise<number> {
  const [few = 0, many = 0] = await countSteps(work, [size, times * size]);
  return many / times / few;
}
