import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accepted, greet, send } from '#support/numbered-mail.ts';

type Env = Readonly<Record<string, string>>;

/** How a command ended. */
export interface CommandEnd {
  readonly code: unknown;
  readonly output: string;
  readonly faults: string;
}

/** Where releases are installed, and what their programs and commands read. */
export interface KeptPlace {
  readonly folder: string;
  readonly env: Env;
}

/** A command of a release that is installed, or that was unpacked by hand. */
export function runCommand(home: string, words: readonly string[], { folder, env }: KeptPlace): Promise<CommandEnd> {
  return new Promise((done) => {
    execFile(join(home, 'kauke'), words, { env, cwd: folder }, (error, output, faults) =>
      done({ code: error?.code ?? 0, output, faults }),
    );
  });
}

/** `upgrade …` into `folder`. */
export function upgradeBy(home: string, words: readonly string[], place: KeptPlace): Promise<CommandEnd> {
  return runCommand(home, ['upgrade', ...words, '--at', place.folder], place);
}

/** An archive unpacked by tar, as by somebody who has nothing else yet. @returns the folder that it holds */
export async function unpackByHand(archive: string, into: string): Promise<string> {
  await mkdir(into, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', archive, '-C', into]);
  const [name = ''] = await readdir(into);
  return join(into, name);
}

/** Starts whatever `current` is, again and again, as systemd does with Restart=always. */
export function keepRunning(folder: string, env: Env): () => Promise<void> {
  const script = 'while :; do "$1/current/kauke" start; sleep 0.2; done';
  const keeper = spawn('/bin/sh', ['-c', script, 'sh', folder], { env, cwd: folder, stdio: 'ignore', detached: true });
  const ended = once(keeper, 'exit');
  return async () => {
    process.kill(-(keeper.pid ?? 0), 'SIGTERM');
    await ended;
  };
}

/** Whether the program at this port says that it serves. */
export async function isReady(httpPort: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${httpPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Messages one after the other until `stop`: whoever is cut off comes again, as a mail server does. */
export function sendOn(mxPort: number): { stop(): Promise<readonly string[]> } {
  const taken: string[] = [];
  let goesOn = true;
  const sending = (async () => {
    for (let count = 0; goesOn;) {
      const client = await greet({ mxPort }).catch(() => null);
      if (client === null) await pause(20);
      while (client !== null && goesOn) {
        const reply = await send(client, `number-${count}`).catch(() => '');
        if (reply === '') break;
        if (reply === accepted) taken.push(`number-${count}`);
        count += 1;
        // As fast as both can, they would be all that the machine does.
        await pause(20);
      }
      client?.destroy();
    }
  })();
  return {
    stop: async () => {
      goesOn = false;
      await sending;
      return taken;
    },
  };
}
