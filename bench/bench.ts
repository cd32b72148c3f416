import { readArguments } from './read-arguments.ts';
import { runApi } from './api/run-api.ts';
import { runAuthenticity } from './authenticity/run-authenticity.ts';
import { runForward } from './forward/run-forward.ts';
import { runLookUp } from './lookup/run-lookup.ts';
import { runNotes } from './notes/run-notes.ts';

const usage = `Usage: npm run bench -- api
       npm run bench -- authenticity [--beside FOLDER]
       npm run bench -- forward [--peer | --beside FOLDER] [--busy] [--times 1] [--rounds 3] [--cases plain,tls,dns,real]
                                [--ways shipped,arc,spooled] [--messages 5000] [--bytes 10000] [--connections 50] [--workers N]
       npm run bench -- forward --keyed 0.1 [--rounds 3] [--messages 5000] [--bytes 10000]
       npm run bench -- lookup [--aliases 10000000] [--domains 100000]
       npm run bench -- notes
       npm run bench -- web [--pages /,/auth]
At most 100,000 messages, 10 MB each, 1 GB together, 400 connections.`;
const interruptedExitCode = 130;

/** Rejects at the first signal. Later ones change nothing: the clean-up is under way. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(`ended by ${signal}`)));
    }
  });
}

/** Rejects at the first error that nobody caught, such as that of output which nobody reads any more. */
function uncaughtError(): Promise<never> {
  return new Promise((_, reject) => process.on('uncaughtException', reject));
}

function chooseAuthenticity(
  [flag, folder, ...others]: readonly string[],
  print: (line: string) => void,
): (() => Promise<void>) | null {
  const isUnderstood = others.length === 0 && (flag === '--beside' ? folder !== undefined : flag === undefined);
  return isUnderstood ? () => runAuthenticity(folder ?? null, print) : null;
}

function chooseWeb(
  [flag, pages, ...others]: readonly string[],
  print: (line: string) => void,
): ((scope: AsyncDisposableStack) => Promise<void>) | null {
  const isUnderstood = others.length === 0 && (flag === '--pages' ? pages !== undefined : flag === undefined);
  // Lighthouse takes a while to load.
  return isUnderstood
    ? async (scope) => (await import('./web/run-web.ts')).runWeb(scope, pages?.split(',') ?? null, print)
    : null;
}

const lookUpMax = 20_000_000;

function chooseLookUp(
  words: readonly string[],
  print: (line: string) => void,
): ((scope: AsyncDisposableStack) => Promise<void>) | null {
  const given = new Map<string, number>([
    ['--aliases', 10_000_000],
    ['--domains', 100_000],
  ]);
  for (let at = 0; at < words.length; at += 2) {
    const [flag = '', text = ''] = words.slice(at);
    if (!given.has(flag) || !/^[1-9]\d{2,7}$/.test(text) || Number(text) > lookUpMax) return null;
    given.set(flag, Number(text));
  }
  const [aliases = 0, domains = 0] = given.values();
  return (scope) => runLookUp(scope, { aliases, domains }, print);
}

/** The benchmark that the command line asks for; null when it is not understood. */
function chooseBenchmark(words: readonly string[]): ((scope: AsyncDisposableStack) => Promise<void>) | null {
  const print = (line: string): void => console.log(line);
  if (words.length === 1 && words[0] === 'api') return (scope) => runApi(scope, print);
  if (words[0] === 'authenticity') return chooseAuthenticity(words.slice(1), print);
  if (words[0] === 'lookup') return chooseLookUp(words.slice(1), print);
  if (words.length === 1 && words[0] === 'notes') return (scope) => runNotes(scope, print);
  if (words[0] === 'web') return chooseWeb(words.slice(1), print);
  const options = readArguments(words);
  return options && ((scope) => runForward(options, scope, print));
}

/** Exit codes: 0, 1 for a benchmark that failed, 2 for wrong arguments, 130 after a signal. */
async function main(): Promise<number> {
  const run = chooseBenchmark(process.argv.slice(2));
  if (run === null) {
    console.error(usage);
    return 2;
  }
  let interrupted = false;
  const signal = interruption().catch((error: unknown) => {
    interrupted = true;
    throw error;
  });
  // Whatever happens, all that was started ends with this scope.
  const scope = new AsyncDisposableStack();
  try {
    await Promise.race([run(scope), signal, uncaughtError()]);
    return 0;
  } catch (error) {
    console.error(`The benchmark failed: ${error instanceof Error ? error.message : String(error)}`);
    return interrupted ? interruptedExitCode : 1;
  } finally {
    await scope.disposeAsync();
  }
}

process.exit(await main());
