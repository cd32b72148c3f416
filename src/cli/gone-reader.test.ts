import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileCache } from '#support/compile-cache.ts';

const command = fileURLToPath(new URL('kauke.ts', import.meta.url));
const log = new URL('../platform/log.ts', import.meta.url).href;

/** Nobody reads what it writes to this stream. */
async function runUnread(stream: 'stdout' | 'stderr', words: readonly string[]) {
  const env = { PATH: process.env['PATH'], CONFIG_FILE: 'none', ...compileCache };
  const child = spawn(process.execPath, words, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child[stream].destroy();
  child.stdin.end();
  const other = stream === 'stdout' ? child.stderr : child.stdout;
  const [said, [code]] = await Promise.all([text(other), once(child, 'close')]);
  return { code: code as number | null, said };
}

it('ends a command as ever whose reader has gone, without a stack', async () => {
  expect(await runUnread('stdout', [command, 'help'])).toEqual({ code: 0, said: '' });
});

it('lets a program go on whose log nobody takes', async () => {
  const program = `
    import { once } from 'node:events';
    import { outliveReaders } from ${JSON.stringify(log)};
    outliveReaders([process.stdout, process.stderr]);
    process.stdin.resume();
    await once(process.stdin, 'end');
    process.stderr.write('lost');
    setTimeout(() => process.stdout.write('goes on'), 50);`;
  expect(await runUnread('stderr', ['--input-type=module', '--eval', program])).toEqual({ code: 0, said: 'goes on' });
});
