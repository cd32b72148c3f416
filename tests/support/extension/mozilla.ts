import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from './screen.ts';

/** A program of Mozilla that was started. */
export interface Mozilla {
  /** Where it listens for Marionette. @throws Error when it does not write it down. */
  findPort(): Promise<number>;
  end(): Promise<void>;
}

/** Starts a program of the machine without a window, with a profile of its own in a folder. @throws Error that it ended. */
export async function startMozilla(
  program: 'firefox-esr' | 'thunderbird',
  folder: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Mozilla> {
  const profile = join(folder, 'profile');
  await mkdir(profile);
  // Of the port one that is free.
  const lines = Object.entries({ 'marionette.port': 0, ...settings }).map(
    (setting) => `user_pref(${setting.map((part) => JSON.stringify(part)).join(', ')});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  // System access: what is tried are the window around its pages and its own modules.
  const system = ['--marionette', '--remote-debugging-port=0', '--remote-allow-system-access'];
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, ...system], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  for await (const line of createInterface({ input: child.stderr })) {
    if (!line.startsWith('WebDriver BiDi listening on ')) continue;
    child.stderr.resume();
    return {
      // It writes it down a moment later.
      findPort: () =>
        until(`port of ${program}`, async () => {
          const written = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '');
          return Number(written) || undefined;
        }),
      end: async () => {
        if (child.exitCode !== null) return;
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`${program} ended before it listened.`);
}
