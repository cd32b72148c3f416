import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { nodeOptions } from '#config/process-settings.ts';

/** The server restarting on every change, and Vite serving the web app before it. Ends with either of them. */
const repository = resolve(import.meta.dirname, '..');
function start(parameters: string[]) {
  return spawn(process.execPath, parameters, { cwd: repository, stdio: 'inherit' });
}

// With the options it would give itself: a process that begins anew cannot be watched.
const children = [
  start(['--watch', ...nodeOptions, 'scripts/run-sources.ts']),
  start(['node_modules/vite/bin/vite.js']),
];
function stop(): void {
  children.forEach((child) => child.kill('SIGTERM'));
}

for (const child of children) child.once('exit', stop);
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
