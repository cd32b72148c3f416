import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { patience } from '#support/patience.ts';

const execute = promisify(execFile);

/** What a mail program has at hand: a home of its own, a message, and a provider. */
export interface Desk {
  /** Home and working folder. */
  readonly folder: string;
  /** Of the owner's provider, without TLS or password. */
  readonly port: number;
  readonly alias: string;
  /** All that the provider has got so far, of all desks. */
  readonly handedIn: readonly unknown[];
  /** Where the answered message lies: alone and as an mbox, with the line ends of Unix. */
  readonly message: string;
  readonly mbox: string;
  write(name: string, text: string): Promise<string>;
  /** @throws Error with what it says, when it fails */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<string>;
  /** The same in a terminal. */
  runInTerminal(command: string): Promise<void>;
  clear(): Promise<void>;
}

export interface RunOptions {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Of both its streams, gives back this one alone. */
  readonly only?: 'stdout';
}

/** Words of an answer. */
export const answer = 'Monday suits me.';

export async function setUpDesk(
  forwarded: Buffer,
  { port, alias, handedIn }: Pick<Desk, 'port' | 'alias' | 'handedIn'>,
): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-desk-'));
  const text = forwarded.toString('latin1').replaceAll('\r\n', '\n');
  const write: Desk['write'] = async (name, content) => {
    const file = join(folder, name);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, content, { encoding: 'latin1', mode: 0o700 });
    return file;
  };
  const own = {
    HOME: folder,
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    PATH: `${process.env['PATH'] ?? ''}:/usr/bin/mh:/usr/sbin`,
  };
  const run: Desk['run'] = async (command, args, { input = '', env = {}, only } = {}) => {
    const child = spawn(command, args, { cwd: folder, env: { ...own, ...env }, timeout: patience.pollMs });
    let said = '';
    const hear = (octets: Buffer): void => void (said += octets.toString());
    child.stdout.on('data', hear);
    child.stderr.on('data', (octets: Buffer) => void (only === undefined && hear(octets)));
    // A program may end without reading all of it.
    child.stdin.on('error', () => {}).end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}`);
    return said;
  };
  return {
    folder,
    port,
    alias,
    handedIn,
    message: await write('message', text),
    mbox: await write('box', `From bob@club.example Sat Nov 21 12:00:01 2026\n${text}\n`),
    write,
    run,
    runInTerminal: async (command) => void (await run('script', ['-qec', command, '/dev/null'])),
    // A program that is ended may still write.
    clear: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** Of the message on the desk: its id, and the reverse addresses of Bob, who wrote it, and Carol. */
export interface DeskMessage {
  readonly id: string;
  readonly bob: string;
  readonly carol: string;
}

export async function readDesk({ message }: Desk): Promise<DeskMessage> {
  const text = await readFile(message, 'latin1');
  const { fields } = parseMessage(Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'));
  const value = (name: string): string => {
    const field = fields.find(({ key }) => key === name);
    return field === undefined ? '' : fieldText(field);
  };
  const first = (name: string): string => parseMailboxes(value(name))[0]?.address ?? '';
  return { id: value('message-id'), bob: first('from'), carol: first('cc') };
}

/** As Debian names it. @throws Error when the package is not installed */
export async function readPackageVersion(name: string): Promise<string> {
  const { stdout } = await execute('dpkg-query', ['-W', '-f', '${Version}', name]);
  return stdout;
}
