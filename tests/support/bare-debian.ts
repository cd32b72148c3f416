import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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

export interface BareDebianOptions {
  /** Beyond those that every Debian has. */
  readonly packages?: readonly string[];
  /** What must stand before a command that speaks to the internet; nothing where this process can. */
  readonly outside?: readonly string[];
}

/** By Debian's own debootstrap, which fetches 40 MB. Nobody is in it but root. */
export async function fetchDebian(root: string, { packages = [], outside = [] }: BareDebianOptions): Promise<void> {
  const include = packages.length === 0 ? [] : [`--include=${packages.join(',')}`];
  const [command, ...words] = [...outside, 'debootstrap', '--variant=minbase', ...include, release, root];
  await promisify(execFile)(command, words, { maxBuffer: 64 * 1024 * 1024 });
  execFileSync('chmod', ['755', root]);
}

/** With what programs see in a running one, and the user of the service, for whoever enters it by chroot(8). */
export async function makeBareDebian(): Promise<BareDebian> {
  // Not where tests have their files: that may be memory, which would count against a program whose memory is limited.
  const root = mkdtempSync('/var/tmp/kauke-bare-');
  const mounted: string[] = [];
  const remove = (): void => {
    for (const path of mounted.toReversed()) execFileSync('umount', ['--lazy', path]);
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await fetchDebian(root, {});
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
    const home = ['--create-home', '--home-dir', '/opt/kauke'];
    execFileSync('chroot', [root, 'useradd', '--system', '--uid', String(uid), ...home, name]);
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
