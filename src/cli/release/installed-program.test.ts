import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { endProgram } from '#cli/release/installed-program.ts';
import { systemClock } from '#platform/clock.ts';
import { patience } from '#support/patience.ts';

it('a program that ended by itself after it was found needs no end', async () => {
  const child = spawn(process.execPath, ['--eval', '']);
  await once(child, 'exit');
  if (child.pid === undefined) throw new Error('It was not started.');
  const config = { bindAddress: '127.0.0.1', httpPort: 9, dataDir: import.meta.dirname };
  const watch = { place: { folder: import.meta.dirname }, config, clock: systemClock, patienceMs: patience.pollMs };
  await expect(endProgram({ ...watch, moveMs: 0, print: () => {} }, child.pid)).resolves.toBeUndefined();
});
