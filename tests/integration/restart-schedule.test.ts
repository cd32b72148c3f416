import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { accepted, alias, arrivedAt, byText, greet, inbox, send } from '#support/numbered-mail.ts';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const minuteMs = 60_000;
const limits = { ...quickLimits, retryDelaysMs: [5, 15, 30, 60].map((minutes) => minutes * minuteMs) };
const secretKey = randomBytes(32).toString('base64');
let database: TestDatabase;
let sink: SmtpSink;
let service: RunningService;

function start(): Promise<RunningService> {
  return startService(
    {
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey,
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@ops.example',
      TARGET_CONFIRMATION: 'off',
    },
    { mailLimits: limits },
  );
}

beforeEach(async () => {
  database = await createTestDatabase();
  sink = await startSmtpSink();
  service = await start();
  const owner = await signUpOwner(service, 'ann-account@home.example');
  await owner.createAlias(alias.split('@')[0] ?? '', [inbox]);
});
afterEach(async () => {
  await service.stop();
  await sink.stop();
  await database.drop();
});

async function restart(): Promise<void> {
  await service.stop();
  service = await start();
}

async function sendAll(...ids: readonly string[]): Promise<void> {
  const client = await greet(service);
  for (const id of ids) expect(await send(client, id)).toBe(accepted);
  client.destroy();
}

/** When each waiting delivery is tried next, and how often it was: the first that came first. */
async function readSchedule(): Promise<{ readonly attempts: number; readonly next: string }[]> {
  const { rows } = await sql<{ attempts: number; next: string }>`
    select attempts, next_attempt_at::text as next from spool_deliveries order by created_at`.execute(
    database.database.db,
  );
  return rows;
}

describe('after a restart', () => {
  it('what its server put off keeps its place, whatever that server says to others', async () => {
    sink.setScript({ onRcpt: () => ({ code: 451 }) });
    await sendAll('first', 'second', 'third');
    const before = await readSchedule();
    expect(before.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);

    await restart();
    await sendAll('put-off-too');
    sink.setScript({});
    await sendAll('taken');
    await expect.poll(() => arrivedAt(sink)).toEqual(['taken']);
    expect((await readSchedule()).slice(0, 3)).toEqual(before);
  });

  it('what waits for a server that did not answer goes when it answers', async () => {
    await sink.stop();
    await sendAll('first', 'second');
    await restart();
    await sink.start();
    await sendAll('third');
    await expect.poll(() => arrivedAt(sink).toSorted(byText)).toEqual(['first', 'second', 'third']);
    await expect.poll(readSchedule).toEqual([]);
  });

  it('an attempt that the stop broke off is none: it is made at once, and the next one comes when it would have come', async () => {
    sink.setScript({ onRcpt: () => ({ code: 451 }) });
    await sendAll('first');
    await sql`update spool_deliveries set attempts = 2, next_attempt_at = now()`.execute(database.database.db);
    const asked = Promise.withResolvers<void>();
    sink.setScript({
      onRcpt: () => {
        asked.resolve();
        return 'hang';
      },
    });
    await asked.promise;
    await service.program.stop(50);
    expect(await readSchedule()).toMatchObject([{ attempts: 2 }]);

    sink.setScript({ onRcpt: () => ({ code: 451 }) });
    await restart();
    await expect.poll(async () => (await readSchedule())[0]?.attempts).toBe(3);
    const minutes = sql<{ minutes: number }>`
      select extract(epoch from next_attempt_at - now())::float8 / 60 as minutes from spool_deliveries`;
    await expect.poll(async () => (await minutes.execute(database.database.db)).rows[0]?.minutes).toBeGreaterThan(20);
    expect((await minutes.execute(database.database.db)).rows[0]?.minutes).toBeLessThan(37);
  });
});
