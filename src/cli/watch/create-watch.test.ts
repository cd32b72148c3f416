import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWatch, type Watch } from '#cli/watch/create-watch.ts';
import type { CoreContext } from '#core/core-context.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { closeDatabase } from '#database/open-database.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { createVisitor } from '#support/api.ts';
import { admitPatient, dayMs, type Patient } from '#support/doctor-patient.ts';
import { silentLog } from '#support/silent-log.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#support/webhook-receiver.ts';
import { eventually } from '#support/eventually.ts';

const everyMs = 60_000;
const hourMs = 60 * everyMs;

/** Of the clock of who looks; that of the machine is right. */
let aheadMs = 0;
const clock = { now: () => systemClock.now() + aheadMs };

let patient: Patient;
let core: CoreContext;
beforeAll(async () => {
  patient = await admitPatient();
  const { databaseUrl, secretKey } = patient.command().config;
  const database = await connectDatabase(databaseUrl ?? '', silentLog);
  const keys = await openKeyRing({ database, secretKey: secretKey ?? Buffer.alloc(0), random: systemRandom });
  core = { database, keys, random: systemRandom, log: silentLog, clock };
});
afterAll(async () => {
  await closeDatabase(core.database);
  await patient.close();
});

let webhook: WebhookReceiver;
let ntfy: WebhookReceiver;
let heartbeat: WebhookReceiver;
let openCore: () => Promise<CoreContext>;
let watch: Watch;

const sentSchema = z.object({
  title: z.string(),
  text: z.string(),
  raised: z.array(z.object({ check: z.string(), text: z.string() })),
  standing: z.array(z.object({ check: z.string() })),
  gone: z.array(z.object({ check: z.string() })),
});

function told(receiver = webhook): string[] {
  return receiver.calls.map(({ body }) => {
    const { raised, standing, gone } = sentSchema.parse(JSON.parse(body.toString()));
    return [raised, standing, gone].map((list) => list.map(({ check }) => check).join(' ')).join('|');
  });
}

function openWatch(node: string): Watch {
  const settings = () => ({
    alarms: {
      url: `http://127.0.0.1:${webhook.port}/alarms`,
      ntfyUrl: `http://:tk_1@127.0.0.1:${ntfy.port}/kauke`,
    },
    heartbeatUrl: `http://127.0.0.1:${heartbeat.port}/beat?node=1`,
  });
  return createWatch({
    clock,
    log: silentLog,
    openDoctor: () => patient.doctor(settings()),
    openCore: () => openCore(),
    node,
    everyMs,
    signal: new AbortController().signal,
  });
}

/** Rounds, a minute apart. */
async function rounds(count: number, afterMs = everyMs): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    aheadMs += round === 0 ? afterMs : everyMs;
    await watch.round();
    await watch.examine();
  }
}

beforeEach(async () => {
  const insecure = { secure: false };
  [webhook, ntfy, heartbeat] = await Promise.all([
    startWebhookReceiver(insecure),
    startWebhookReceiver(insecure),
    startWebhookReceiver(insecure),
  ]);
  openCore = () => Promise.resolve(core);
  watch = openWatch('one');
});
afterEach(async () => {
  await Promise.all([webhook.stop(), ntfy.stop(), heartbeat.stop()]);
  await core.database.db.deleteFrom('watches').execute();
  await core.database.db.deleteFrom('outgoingNotices').execute();
  aheadMs = 0;
});

/** A mail of ours that is due for two hours: no worker runs. */
async function leaveMail(): Promise<void> {
  const visitor = createVisitor({ url: `http://localhost:${patient.program().httpPort}` });
  expect(await visitor.send('POST', '/api/feedback', { message: 'Good.' })).toMatchObject({ status: 200 });
  await eventually(() => makeDue('2 hours', 1));
}

async function makeDue(ago: string, expected: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update outgoing_notices set due_at = now() - ${ago}::interval where form = 'alone'`.execute(core.database.db);
  expect(numAffectedRows).toBe(BigInt(expected));
}

describe('a program that looks after itself', () => {
  it('lets its heartbeat go on while mail passes, and tells of mail that lies about', async () => {
    await rounds(2);
    expect(heartbeat.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /beat?node=1',
      'GET /beat?node=1',
    ]);
    await leaveMail();
    await rounds(1);
    expect(webhook.calls).toEqual([]);
    await rounds(3);
    expect(told()).toEqual(['queue||']);
    expect(heartbeat.calls).toHaveLength(2);
    await makeDue('-1 hours', 1);
    await rounds(2);
    expect(told()).toEqual(['queue||', '||queue']);
    expect(heartbeat.calls).toHaveLength(4);
    await core.database.db.deleteFrom('spoolMessages').execute();
  });

  it('tells by mail, webhook and ntfy, without any address', async () => {
    patient.zone['9.9.9.9.bl.example'] = { A: ['127.0.0.2'] };
    await rounds(1);
    await rounds(1, hourMs);
    expect(told()).toEqual(['block-list||']);
    const [call] = webhook.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/alarms', headers: { 'content-type': 'application/json' } });
    const { title, text, raised } = sentSchema.parse(JSON.parse(call?.body.toString() ?? ''));
    expect(title).toBe('web.mask.example: 1 fault');
    expect(raised).toMatchObject([{ text: 'bl.example lists [address], from which mail leaves' }]);
    expect(text).toMatch(
      /\nNew: bl\.example lists \[address\], from which mail leaves \(since [\d-]{10} [\d:]{5} UTC\)\n/,
    );
    expect(ntfy.calls).toMatchObject([
      {
        method: 'POST',
        path: '/kauke',
        headers: {
          title: 'web.mask.example: 1 fault',
          priority: 'high',
          tags: 'warning',
          authorization: 'Bearer tk_1',
        },
      },
    ]);
    expect(ntfy.calls[0]?.body.toString()).not.toContain('9.9.9.9');
    expect(await core.database.db.selectFrom('outgoingNotices').select(['userId', 'count']).execute()).toEqual([
      { userId: null, count: 1 },
    ]);
    expect(call?.body.toString()).not.toContain('9.9.9.9');

    delete patient.zone['9.9.9.9.bl.example'];
    await rounds(30);
    expect(told()).toHaveLength(1);
    await rounds(1, hourMs);
    expect(told()).toEqual(['block-list||', '||block-list']);
  });

  it('looks at everything once a day, and reminds once a day', async () => {
    await rounds(1);
    patient.zone['_dmarc.mask.example'] = { TXT: [] };
    const before = { ...patient.zone };
    await rounds(2, hourMs);
    // Warnings wake nobody.
    expect(told()).toEqual([]);
    patient.zone['mask.example'] = { TXT: ['v=spf1 a:mx.mask.example ~all'] };
    await rounds(2, 23 * hourMs);
    expect(told()).toEqual([]);
    await rounds(1, hourMs);
    expect(told()).toEqual(['mx||']);
    await rounds(2, dayMs + hourMs);
    expect(told()).toEqual(['mx||', '|mx|']);
    Object.assign(patient.zone, before, { '_dmarc.mask.example': { TXT: ['v=DMARC1; p=none'] } });
    await rounds(1, hourMs);
    expect(told()).toEqual(['mx||', '|mx|', '||mx']);
  });

  it('is told once of what all nodes share, and by each node of its own ports', async () => {
    await rounds(1);
    const other = openWatch('two');
    await other.round();
    await other.examine();
    patient.zone['mask.example'] = { TXT: ['v=spf1 a:mx.mask.example ~all'] };
    patient.settings = { mxPort: 1 };
    const [mine, theirs] = [watch, other];
    for (const afterMs of [everyMs, hourMs, everyMs]) {
      aheadMs += afterMs;
      await Promise.all([mine.round(), theirs.round()]);
      await Promise.all([mine.examine(), theirs.examine()]);
    }
    expect(told().toSorted()).toEqual(['listener||', 'listener||', 'mx||']);
    expect(heartbeat.calls).toHaveLength(2);
    patient.settings = {};
    patient.zone['mask.example'] = {
      MX: [{ preference: 10, exchange: 'mx.mask.example' }],
      TXT: ['v=spf1 a:mx.mask.example ~all'],
    };
  });

  it('tells of a silent database by what needs none', async () => {
    await rounds(1);
    openCore = () => Promise.reject(new Error('timeout'));
    await rounds(1);
    expect(webhook.calls).toEqual([]);
    await rounds(3);
    expect(told()).toEqual(['database||']);
    expect(heartbeat.calls).toHaveLength(1);
    await rounds(1, dayMs);
    openCore = () => Promise.resolve(core);
    await rounds(1);
    expect(told()).toEqual(['database||', '|database|', '||database']);
    expect(heartbeat.calls).toHaveLength(2);
  });

  it('tells again what was not taken', async () => {
    webhook.answer(500);
    ntfy.answer(429);
    openCore = () => Promise.reject(new Error('timeout'));
    await rounds(2);
    expect(webhook.calls.length).toBeGreaterThan(0);
    webhook.answer(204);
    ntfy.answer(200);
    const { length } = webhook.calls;
    await rounds(2);
    expect(webhook.calls).toHaveLength(length + 1);
    expect(told().every((news) => news === 'database||')).toBe(true);
  });

  it('tells nothing when the program stops', async () => {
    const stopping = new AbortController();
    const stopped = createWatch({
      clock,
      log: silentLog,
      openDoctor: () => patient.doctor({ alarms: { url: `http://127.0.0.1:${webhook.port}`, ntfyUrl: null } }),
      openCore: () => Promise.reject(new Error('closed')),
      node: 'one',
      everyMs,
      signal: stopping.signal,
    });
    await stopped.round();
    stopping.abort();
    aheadMs += everyMs;
    await stopped.round();
    expect(webhook.calls).toEqual([]);
  });
});
