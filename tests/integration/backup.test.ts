import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, arrivedAt, greet, inbox, send } from '#support/numbered-mail.ts';
import { presentServer } from '#support/present-server.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { signUpAt, startProgram, testPassword, visitProgram, type ProgramProcess } from '#support/program.ts';
import { runCommand as kauke } from '#support/run-command.ts';
import { runInside } from '#support/run-inside.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const email = 'ann-account@home.example';
const senders = 4;

let place: ProgramPlace;
let folder: string;
let otherData: string;
let other: SmtpSink;
let env: Record<string, string>;
/** Of the machine that the backup is restored on: no database, no SECRET_KEY. */
let otherEnv: Record<string, string>;

beforeAll(async () => {
  place = await makeProgramPlace();
  other = await startSmtpSink();
  folder = await mkdtemp(join(tmpdir(), 'kauke-backup-'));
  otherData = await presentServer(await mkdtemp(join(tmpdir(), 'kauke-restored-')));
  const pair = await kauke(['backup', 'key'], place.env);
  await writeFile(join(folder, 'key'), pair.output);
  const publicKey = /BACKUP_PUBLIC_KEY=(\S+)/u.exec(pair.output)?.[1] ?? '';
  env = { ...place.env, BACKUP_PUBLIC_KEY: publicKey };
  const { DATABASE_URL: _database, SECRET_KEY: _secret, ...rest } = place.env;
  otherEnv = { ...rest, DATA_DIR: otherData, SMARTHOST_URL: `smtp://127.0.0.1:${other.port}` };
});
afterAll(async () => {
  await place.remove();
  await other.stop();
  for (const path of [folder, otherData]) await rm(path, { recursive: true, force: true, maxRetries: 5 });
});

/** Messages that go on until `stop`, over several connections. All that was accepted, in order. */
function sendOn(program: ProgramProcess): { readonly taken: readonly string[]; stop(): Promise<readonly string[]> } {
  const taken: string[] = [];
  const refused: string[] = [];
  let goesOn = true;
  const sending = Array.from({ length: senders }, async (_, sender) => {
    const client = await greet(program);
    for (let count = 0; goesOn; count += 1) {
      const id = `${sender}-${count}`;
      const reply = await send(client, id);
      if (reply === accepted) taken.push(id);
      else refused.push(reply);
      // As fast as they can, they would be all that the machine does.
      await pause(20);
    }
    client.destroy();
  });
  return {
    taken,
    stop: async () => {
      goesOn = false;
      await Promise.all(sending);
      return refused;
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  // What waits is tried again in its own time.
  await expect.poll(isSo, { interval: 20, timeout: 180_000 }).toBe(true);
}

async function createAlias(program: ProgramProcess): Promise<void> {
  const { userId, visitor } = await signUpAt(program, email);
  const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
  expect(await visitor.send('POST', `/api/aliases/${userId}`, wanted)).toMatchObject({ status: 201 });
}

describe('a backup that is made while mail flows', () => {
  it('is restored elsewhere with every row and message, sends nothing until told to, and refuses a changed octet', async () => {
    const program = await startProgram({ env });
    await createAlias(program);
    // Every other message waits.
    let turn = 0;
    place.sink.setScript({ onRcpt: () => ((turn += 1) % 2 === 0 ? { code: 451 } : 'accept') });
    const load = sendOn(program);
    await until(() => load.taken.length >= 60);
    const before = [...load.taken];
    const arrivedBefore = arrivedAt(place.sink);
    const path = join(folder, 'now.kauke');
    const made = await kauke(['backup', path, '--with-mail'], env);
    const arrivedByThen = arrivedAt(place.sink);
    const takenByThen = [...load.taken];
    await until(() => load.taken.length >= takenByThen.length + 20);
    expect(await load.stop()).toEqual([]);
    await program.kill();
    expect(made).toMatchObject({
      exitCode: 0,
      faults: '',
      output: expect.stringMatching(/^\S+ holds \d+ rows of \d+ tables, with/u),
    });
    expect(await kauke(['backup', path], env)).toMatchObject({
      exitCode: 1,
      faults: `${path} is there already: name a new file.\n`,
    });

    const key = ['--key-file', join(folder, 'key')];
    const octets = await readFile(path);
    const middle = Math.floor(octets.length / 2);
    octets[middle] = (octets[middle] ?? 0) ^ 1;
    await writeFile(join(folder, 'changed.kauke'), octets);
    const refused = await kauke(['restore', join(folder, 'changed.kauke'), ...key], otherEnv);
    expect(refused).toMatchObject({
      exitCode: 1,
      output: '',
      faults: expect.stringMatching(/^[^\n]*is damaged[^\n]*\n$/u),
    });
    expect(await kauke(['restore', path, '--verify'], otherEnv)).toMatchObject({ exitCode: 0, faults: '' });
    await expect(readFile(join(otherData, 'postgres/PG_VERSION'))).rejects.toThrow('ENOENT');

    const restored = await kauke(['restore', path, ...key], otherEnv);
    expect(restored).toMatchObject({
      exitCode: 0,
      faults: '',
      output: expect.stringContaining('No mail leaves until'),
    });
    const summed = [...restored.output.matchAll(/^ {2}\S+ +(\d+)$/gmu)].reduce(
      (sum, [, rows]) => sum + Number(rows),
      0,
    );
    expect(restored.output).toContain(`: ${summed} rows of `);

    const copy = await startProgram({ env: otherEnv });
    const signedIn = await visitProgram(copy).send('POST', '/api/auth/login', { email, password: testPassword });
    expect(signedIn.status).toBe(200);
    const client = await greet(copy);
    expect(await send(client, 'new')).toBe(accepted);
    expect(other.messages).toEqual([]);
    const released = await kauke(['release-mail'], otherEnv);
    expect(released).toMatchObject({ exitCode: 0, faults: '' });
    const waiting = Number(/^Released: (\d+) deliveries/u.exec(released.output)?.[1]);
    const waited = before.filter((id) => !arrivedByThen.includes(id));
    expect(waited.length).toBeGreaterThan(5);
    expect(waiting).toBeGreaterThan(waited.length);
    await until(() => [...waited, 'new'].every((id) => arrivedAt(other).includes(id)));
    client.destroy();

    // What waited when the snapshot was made has come, once; what came before it has not come again.
    // What the program itself writes has no id, and comes when a test takes long enough.
    const came = arrivedAt(other).filter((id) => id !== '');
    expect(new Set(came).size).toBe(came.length);
    expect(came.filter((id) => arrivedBefore.includes(id))).toEqual([]);
    expect(came.filter((id) => id !== 'new' && !load.taken.includes(id))).toEqual([]);
    expect(await kauke(['release-mail'], otherEnv)).toMatchObject({ output: 'No mail was held.\n' });
    expect((await copy.stop()).code).toBe(0);
  });

  it('is told in one line what is wrong with a key, a file or the place', async () => {
    const path = join(folder, 'small.kauke');
    const line = (text: RegExp) => ({ exitCode: 1, output: '', faults: expect.stringMatching(text) });
    const { BACKUP_PUBLIC_KEY: _key, ...keyless } = env;
    expect(await runInside(['backup', path], keyless)).toMatchObject(line(/^BACKUP_PUBLIC_KEY is not set[^\n]*\n$/u));
    expect(await runInside(['backup', path, '--with-post'], env)).toMatchObject(
      line(/^Unknown option '--with-post'[^\n]*\n$/u),
    );
    expect(await runInside(['backup', join(folder, 'no/where')], env)).toMatchObject(
      line(/^[^\n]*cannot be written \(ENOENT\)\.\n$/u),
    );
    expect(await runInside(['backup', path], env)).toMatchObject({ exitCode: 0, faults: '' });
    const key = ['--key-file', join(folder, 'key')];
    expect(await runInside(['backup', '--with-mail'], env)).toMatchObject(line(/^Name one FILE\.\n$/u));
    expect(await runInside(['backup', join(folder, 'one'), 'two'], env)).toMatchObject(line(/^Name one FILE\.\n$/u));
    expect(await runInside(['restore', '--verify'], otherEnv)).toMatchObject(line(/^Name one FILE\.\n$/u));
    expect(await runInside(['restore', path], otherEnv)).toMatchObject(line(/^--key-file is missing[^\n]*\n$/u));
    expect(await runInside(['restore', path, '--key-file', path], otherEnv)).toMatchObject(
      line(/holds no private key[^\n]*\n$/u),
    );
    expect(await runInside(['restore', join(folder, 'key'), ...key], otherEnv)).toMatchObject(
      line(/is no backup of this program[^\n]*\n$/u),
    );
    const inhabited = await runInside(['restore', path, ...key], env);
    expect(inhabited).toMatchObject({
      exitCode: 1,
      faults: expect.stringMatching(/^The database is not empty[^\n]*\n$/u),
    });
  });
});
