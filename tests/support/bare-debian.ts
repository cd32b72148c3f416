import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A Debian of nothing but what every Debian has, in a folder: no Node.js, no compiler, no PostgreSQL. */
export interface BareDebian {
  readonly root: string;
  /** Takes away what was mounted, and all of it. */
  remove(): void;
}

const release = 'bookworm';
/** Who runs a service there, and nothing else. */
export const serviceUser = { name: 'kauke', uid: 10_001 } as const;

/** By Debian's own debootstrap, which fetches 40 MB. */
export async function makeBareDebian(): Promise<BareDebian> {
  const root = mkdtempSync(join(tmpdir(), 'kauke-bare-'));
  const mounted: string[] = [];
  const remove = (): void => {
    for (const path of mounted.toReversed()) execFileSync('umount', ['--lazy', path]);
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await promisify(execFile)('debootstrap', ['--variant=minbase', release, root], { maxBuffer: 64 * 1024 * 1024 });
    for (const [type, name] of [
      ['proc', 'proc'],
      ['tmpfs', 'dev/shm'],
    ] as const) {
      const path = join(root, name);
      execFileSync('mkdir', ['-p', path]);
      execFileSync('mount', ['-t', type, type, path]);
      mounted.push(path);
    }
    const { name, uid } = serviceUser;
    execFileSync('chroot', [
      root,
      'useradd',
      '--system',
      '--uid',
      String(uid),
      '--create-home',
      '--home-dir',
      '/opt/kauke',
      name,
    ]);
    execFileSync('chmod', ['755', root]);
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
