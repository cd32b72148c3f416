import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own that a test can fill. */
export interface SmallDisk {
  /** Anybody may enter it. */
  readonly folder: string;
  /** Writes until nothing more fits; what frees the disk again. */
  fill(): Promise<() => Promise<void>>;
  unmount(): void;
}

async function fill(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler');
  // Short pieces fill what the long ones leave.
  for (const bytes of [1024 * 1024, 4096]) {
    const piece = Buffer.alloc(bytes);
    let isFull = false;
    while (!isFull) {
      isFull = await writeFile(path, piece, { flag: 'a' }).then(
        () => false,
        () => true,
      );
    }
  }
  return () => rm(path);
}

/** Mounts a disk in memory, which only a root that may mount can do. @throws for anybody else. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'kauke-disk-'));
  chmodSync(folder, 0o755);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'none', folder], { stdio: 'ignore' });
  } catch (cause) {
    rmdirSync(folder);
    throw new Error('No disk could be mounted.', { cause });
  }
  return {
    folder,
    fill: () => fill(folder),
    unmount: () => {
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
