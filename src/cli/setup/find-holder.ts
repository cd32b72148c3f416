import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { errorCode } from '#config/start-error.ts';

/** Programs that we know how to live behind. */
const known = ['postfix', 'mox', 'nginx', 'caddy'] as const;
export type Neighbour = (typeof known)[number];

/** How a port stands: free for us, closed to this user, or held by a program: by name where it can be told. */
export type PortState = 'free' | 'closed' | { readonly holder: Neighbour | 'another program' };

const patienceMs = 2_000;

/** How listening fails; null when it does not. */
async function tryToListen(port: number, host: string): Promise<string | null> {
  const server = createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
    return null;
  } catch (error) {
    return errorCode(error);
  } finally {
    server.close();
  }
}

/** Inodes of the sockets that listen on a port, as the kernel lists them (proc(5)). */
async function findInodes(port: number): Promise<string[]> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => ''));
  return (await Promise.all(tables)).flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/u);
      return local.endsWith(suffix) && state === '0A' ? [inode] : [];
    }),
  );
}

/** The command lines of the processes that hold one of these sockets; only root sees those of others. */
async function findCommands(inodes: readonly string[]): Promise<string[]> {
  const links = new Set(inodes.map((inode) => `socket:[${inode}]`));
  const commands: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/u.test(pid)) continue;
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const targets = descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => ''));
    if (!(await Promise.all(targets)).some((target) => links.has(target))) continue;
    commands.push(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  }
  return commands;
}

/** What a program says of itself: its SMTP greeting, or its answer to an HTTP request. */
async function readGreeting(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    const signal = AbortSignal.timeout(patienceMs);
    if (port === 80) socket.write('HEAD / HTTP/1.0\r\nHost: localhost\r\n\r\n');
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer];
    return chunk.toString('latin1');
  } catch {
    return '';
  } finally {
    socket.destroy();
  }
}

async function nameHolder(port: number): Promise<Neighbour | 'another program'> {
  const said = [...(await findCommands(await findInodes(port))), await readGreeting(port)].join('\n');
  return known.find((name) => new RegExp(`\\b${name}\\b`, 'iu').test(said)) ?? 'another program';
}

/** Tries to listen as the program would. `address`: that of BIND_ADDRESS; null: all of this machine. */
export async function findPortState(port: number, address: string | null = null): Promise<PortState> {
  const all = await tryToListen(port, address ?? '::');
  // One that is not this machine's is told by the start.
  if (address !== null && all === 'EADDRNOTAVAIL') return 'free';
  // A machine without IPv6.
  const code = all === 'EAFNOSUPPORT' || all === 'EADDRNOTAVAIL' ? await tryToListen(port, '0.0.0.0') : all;
  if (code === null) return 'free';
  return code === 'EACCES' ? 'closed' : { holder: await nameHolder(port) };
}
