import { readFile } from 'node:fs/promises';

/** The worker processes of a program, by process id. */
export async function findWorkers(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const workers: number[] = [];
  for (const child of children.split(' ').filter((text) => text !== '')) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    // From its sources, or as it was built.
    if (/\/run-worker(?:\.ts|-[^/]+\.js)\0/u.test(command)) workers.push(Number(child));
  }
  return workers;
}

/** Whether a process exists that has not ended. */
export async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) [ZX] /u.test(status);
}
