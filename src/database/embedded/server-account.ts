import { readFile, stat } from 'node:fs/promises';

/** The operating system's user that runs the server in our place. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

async function findAccount(name: string): Promise<ServerAccount | null> {
  const lines = await readFile('/etc/passwd', 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return uid > 0 && gid > 0 ? { uid, gid } : null;
}

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of the existing data, else as `postgres` where there is
 * such a user, else as `nobody`. `null`: we are not root, it runs as ourselves.
 */
export async function chooseServerAccount(clusterDir: string): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterDir).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findAccount('postgres')) ?? (await findAccount('nobody')) ?? { uid: 65_534, gid: 65_534 };
}
