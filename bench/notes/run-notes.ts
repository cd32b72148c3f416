import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decrypt, encrypt } from '#core/keys/authenticated-encryption.ts';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { describeMachine } from '../describe-machine.ts';
import { percentile } from '../forward/percentile.ts';

/** What sealed notes would cost the list of 10,000 aliases (docs/decisions/0017): each way reads the rows and their notes. */

const aliases = 10_000;
const rounds = 41;
const nonceOctets = 12;
const tagOctets = 16;
const pages = 64;

interface Note {
  readonly id: string;
  readonly text: string;
}

function pageOf(id: string): number {
  return Number.parseInt(id.slice(0, 2), 16) % pages;
}

async function fill({ pool }: Database, key: KeyObject, notes: readonly Note[]): Promise<void> {
  const seal = (associated: string, text: string): Buffer =>
    encrypt(key, randomBytes(nonceOctets), Buffer.from(associated), Buffer.from(text));
  await pool.query('create table notes (id uuid primary key, plain text, sealed bytea)');
  await pool.query('create table pages (page integer primary key, sealed bytea)');
  await pool.query('insert into notes select * from unnest($1::uuid[], $2::text[], $3::bytea[])', [
    notes.map(({ id }) => id),
    notes.map(({ text }) => text),
    notes.map(({ id, text }) => seal(id, text)),
  ]);
  for (const [page, own] of Map.groupBy(notes, ({ id }) => pageOf(id))) {
    const text = JSON.stringify(own.flatMap((note) => [note.id, note.text]));
    await pool.query('insert into pages values ($1, $2)', [page, seal(String(page), text)]);
  }
  await pool.query('analyze');
}

/** As cheap as one cipher for each note can be: no buffers joined, text made by the cipher itself. */
function decryptText(key: KeyObject, associated: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceOctets), { authTagLength: tagOctets });
  decipher.setAAD(associated).setAuthTag(sealed.subarray(-tagOctets));
  return decipher.update(sealed.subarray(nonceOctets, -tagOctets), undefined, 'utf8') + decipher.final('utf8');
}

type Way = () => Promise<ReadonlyMap<string, string>>;

function waysToRead({ pool }: Database, key: KeyObject): Readonly<Record<string, Way>> {
  const read = async <Value>(column: string): Promise<readonly [string, Value][]> => {
    const query = { name: column, rowMode: 'array', text: `select id, ${column} from notes order by id` } as const;
    return (await pool.query<[string, Value]>({ ...query, values: [] })).rows;
  };
  return {
    'in the clear': async () => new Map(await read<string>('plain')),
    'sealed, read but not opened': async () => new Map((await read<Buffer>('sealed')).map(([id]) => [id, ''])),
    'sealed each, opened as targets are': async () =>
      new Map(
        (await read<Buffer>('sealed')).map(([id, sealed]) => [id, decrypt(key, Buffer.from(id), sealed).toString()]),
      ),
    'sealed each, opened as cheaply as can be': async () =>
      new Map((await read<Buffer>('sealed')).map(([id, sealed]) => [id, decryptText(key, Buffer.from(id), sealed)])),
    [`${pages} sealed pages beside the rows`]: async () => {
      const rows = await read<null>('null');
      const { rows: sealed } = await pool.query<{ page: number; sealed: Buffer }>('select page, sealed from pages');
      const all = new Map<string, string>();
      for (const { page, sealed: octets } of sealed) {
        const flat = JSON.parse(decryptText(key, Buffer.from(String(page)), octets)) as string[];
        for (let at = 0; at < flat.length; at += 2) all.set(flat[at] ?? '', flat[at + 1] ?? '');
      }
      return new Map(rows.map(([id]) => [id, all.get(id) ?? '']));
    },
  };
}

/** The cipher alone, for the least that any sealing by note costs. */
function measureCipher(key: KeyObject): number {
  const nonce = randomBytes(nonceOctets);
  const startedAt = performance.now();
  for (let made = 0; made < aliases; made += 1) createCipheriv('aes-256-gcm', key, nonce);
  return performance.now() - startedAt;
}

/** Measures in turns, so that a busy moment meets every way alike. */
export async function runNotes(scope: AsyncDisposableStack, print: (line: string) => void): Promise<void> {
  print(`Machine   ${describeMachine()}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-notes-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const log = createLog(() => {}, systemClock.now);
  const server = await startEmbeddedPostgres({ dataDir, log, random: systemRandom });
  scope.defer(server.stop);
  const database = await connectDatabase(server.url, log);
  scope.defer(() => database.db.destroy());
  const key = createSecretKey(randomBytes(32));
  const notes = Array.from({ length: aliases }, (_, number) => ({
    id: randomUUID(),
    text: `What alias ${number} is for`,
  }));
  await fill(database, key, notes);
  const ways = Object.entries(waysToRead(database, key));
  const times = new Map(ways.map(([name]): [string, number[]] => [name, []]));
  const cipher: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, way] of ways) {
      const startedAt = performance.now();
      await way();
      times.get(name)?.push(performance.now() - startedAt);
    }
    cipher.push(measureCipher(key));
  }
  const row = (name: string, of: readonly number[]): string =>
    `${name.padEnd(44)}${percentile(of, 50).toFixed(1).padStart(8)}${Math.min(...of)
      .toFixed(1)
      .padStart(10)}`;
  print(`\n${`${aliases} notes`.padEnd(44)}${'p50 ms'.padStart(8)}${'least ms'.padStart(10)}`);
  for (const [name, of] of times) print(row(name, of));
  print(row('the cipher alone, made and not used', cipher));
}
