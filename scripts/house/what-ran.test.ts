import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { countRuns, filesThatRan, inEach } from './what-ran.ts';

/** Says hello by its second file each time that a line comes; its third is loaded and never called. */
const files = {
  'main.mts': `
    import { greet } from './greet.mts';
    import './idle.mts';
    process.stdin.on('data', () => process.stdout.write(greet()));
    process.stdout.write('ready');`,
  'greet.mts': `export function greet(): string { return 'hello'; }`,
  'idle.mts': `export function idle(): void {}`,
};

it('counts the files in which a function ran while something was done, not those that were loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-what-ran-'));
  await mkdir(join(folder, 'src'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'src', name), text);
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', join(folder, 'src/main.mts')], { stdio: 'pipe' });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child.stdout, 'data');
  const counter = await countRuns(stderr);
  const nothing = await counter.during(async () => {});
  const greeting = await counter.during(async () => {
    child.stdin.write('x');
    await once(child.stdout, 'data');
  });
  counter.close();
  child.kill();
  await once(child, 'exit');
  await rm(folder, { recursive: true });
  const root = pathToFileURL(`${folder}/`);
  expect([...filesThatRan(nothing, root)]).toEqual([]);
  expect([...filesThatRan(greeting, root)].toSorted()).toEqual(['src/greet.mts', 'src/main.mts']);
});

it('what ran once by itself is none of it', () => {
  expect(inEach([new Set(['b', 'a', 'timer']), new Set(['a', 'b'])])).toEqual(['a', 'b']);
});
