import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { sharedBuffersMebibytes } from '#database/embedded/spawn-server.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { presentServer } from '#support/present-server.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

it('keeps all that is stored in memory, up to a quarter of it, and is small where little is', () => {
  const cases: readonly (readonly [stored: number, memory: number, mebibytes: number])[] = [
    [0, 24 * gibibyte, 64],
    [22 * mebibyte, 24 * gibibyte, 64],
    [1.5 * gibibyte, 24 * gibibyte, 1536],
    [50 * gibibyte, 24 * gibibyte, 6144],
    [50 * gibibyte, 0.5 * gibibyte, 128],
    [50 * gibibyte, 0.125 * gibibyte, 64],
  ];
  for (const [stored, memory, mebibytes] of cases) expect(sharedBuffersMebibytes(stored, memory)).toBe(mebibytes);
});

it('has what was stored in memory of its own from the next start on', async () => {
  const dataDir = await presentServer(await mkdtemp(join(tmpdir(), 'kauke-memory-')));
  const start = () => startEmbeddedPostgres({ dataDir, log: createLog(() => {}, Date.now), random: systemRandom });
  const readMebibytes = async (url: string, fill?: string): Promise<number> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      if (fill !== undefined) await client.query(fill);
      const { rows } = await client.query<{ setting: string }>(
        `select setting from pg_settings where name = 'shared_buffers'`,
      );
      return Number(rows[0]?.setting) / 128;
    } finally {
      await client.end();
    }
  };
  const first = await start();
  const fill = `create table filled as select repeat(n::text, 400) as text from generate_series(1, 60000) n`;
  expect(await readMebibytes(first.url, fill)).toBe(64);
  await first.stop();
  const again = await start();
  expect(await readMebibytes(again.url)).toBeGreaterThan(80);
  await again.stop();
  await rm(dataDir, { recursive: true });
});
