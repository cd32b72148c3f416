import { readFileSync } from 'node:fs';
import { answerWithin } from '#platform/yielding-threads.ts';

function readNiceness(): number | null {
  if (process.platform !== 'linux') return null;
  const [, fields = ''] = readFileSync('/proc/thread-self/stat', 'utf8').split(') ');
  return Number(fields.split(' ')[16]);
}

/** Halves numbers; fails on those below 0. */
answerWithin((number: number) => {
  if (number < 0) throw new RangeError('too small');
  return { half: number / 2, niceness: readNiceness() };
});
