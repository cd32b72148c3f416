import { readFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { answerWithin } from '#platform/yielding-threads.ts';

function readNiceness(): number | null {
  if (process.platform !== 'linux') return null;
  const [, fields = ''] = readFileSync('/proc/thread-self/stat', 'utf8').split(') ');
  return Number(fields.split(' ')[16]);
}

/** Halves numbers; fails on those below 0, and takes a tenth of a large one in milliseconds. */
answerWithin((number: number) => {
  if (number < 0) throw new RangeError('too small');
  if (number >= 1000) for (const until = performance.now() + number / 10; performance.now() < until;);
  return { half: number / 2, niceness: readNiceness(), thread: threadId };
});
