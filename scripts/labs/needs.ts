import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { mayHold } from '../../bench/scale/cpu-quota.ts';
import { findReleaseBefore, isInHistory, lastOf } from '#support/earlier-release.ts';
import { mayLimitMemory } from '#support/memory-group.ts';
import { mountSmallDisk } from '#support/small-disk.ts';

/** What a lab cannot do without, and npm does not bring. */
export interface Need {
  /** Completes "This lab needs …". */
  readonly what: string;
  isMet(): Promise<boolean>;
}

/** Root's PATH is not everybody's, and what nmh brings stands apart. */
function folders(): string[] {
  return [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/bin/mh'];
}

async function mayRun(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function onPath(name: string, source: string): Need {
  return {
    what: `the program ${name} (${source})`,
    isMet: async () => {
      for (const folder of folders()) if (await mayRun(join(folder, name))) return true;
      return false;
    },
  };
}

/** A program and the Debian package that brings it. */
export function program(name: string, debianPackage: string): Need {
  return onPath(name, `Debian package ${debianPackage}`);
}

/** A program and the npm package that brings it. */
export function npmProgram(name: string, npmPackage: string): Need {
  return onPath(name, `npm install -g ${npmPackage}`);
}

/** It installs packages into a folder of its own. */
export const npmRegistry: Need = {
  what: 'a registry of npm, to install programs of others from',
  isMet: async () =>
    promisify(execFile)('npm', ['ping'], { timeout: 30_000 }).then(
      () => true,
      () => false,
    ),
};

export function variable(name: string, meaning: string): Need {
  return {
    what: `the variable ${name}: ${meaning}`,
    isMet: () => Promise.resolve((process.env[name] ?? '') !== ''),
  };
}

export const root: Need = {
  what: 'to be run by root',
  isMet: () => Promise.resolve(process.getuid?.() === 0),
};

export const mount: Need = {
  what: 'to be run on Linux by a root that may mount, which many containers are not',
  isMet: () => {
    try {
      mountSmallDisk(1).unmount();
      return Promise.resolve(true);
    } catch {
      return Promise.resolve(false);
    }
  },
};

export const quota: Need = {
  what: 'to be run on Linux by a root that may set processor quotas (cgroups)',
  isMet: () => Promise.resolve(mayHold()),
};

export const memoryLimit: Need = {
  what: 'to be run on Linux by a root that may limit memory (cgroups)',
  isMet: () => mayLimitMemory(),
};

export const history: Need = {
  what: 'a clone whose history reaches back before the newest migration (git fetch --unshallow)',
  isMet: () => Promise.resolve(findReleaseBefore() !== null),
};

export const earlierRelease: Need = {
  what: 'a clone whose history reaches back to 1.0.24 (git fetch --unshallow)',
  isMet: () => Promise.resolve(isInHistory(lastOf['1.0.24'])),
};

/** What of it is missing here. */
export async function findMissing(needs: readonly Need[]): Promise<string[]> {
  const missing: string[] = [];
  for (const need of needs) if (!(await need.isMet())) missing.push(need.what);
  return missing;
}
