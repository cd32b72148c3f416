import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { startDatabaseGate } from '#support/database-gate.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { killPrograms, signUpAt, startProgram, type ProgramProcess } from '#support/program.ts';
import { signUpOwner, startService } from '#support/running-service.ts';
import { mountSmallDisk } from '#support/small-disk.ts';
import { connectSmtp, type SmtpTestClient } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

// Whole programs start and end here.
vi.setConfig({ testTimeout: 60_000 });

const inbox = 'ann@home.example';
const alias = 'my-alias@kauke.test';
const tryLater = '451 4.3.0 Temporary failure, try again later';
const accepted = '250 2.0.0 Message accepted';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  killPrograms();
  for (const close of opened.splice(0).reverse()) await close();
});

async function useDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  opened.push(database.drop);
  return database;
}

async function useSink(): Promise<SmtpSink> {
  const sink = await startSmtpSink();
  opened.push(sink.stop);
  return sink;
}

async function makeEnvironment(databaseUrl: string, sink: SmtpSink): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-outage-'));
  opened.push(() => rm(dataDir, { recursive: true }));
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: dataDir,
    BIND_ADDRESS: '127.0.0.1',
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@ops.example',
    TARGET_CONFIRMATION: 'off',
  };
}

async function createAlias(program: ProgramProcess): Promise<void> {
  const { userId, visitor } = await signUpAt(program, 'ann-account@home.example');
  const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
  expect(await visitor.send('POST', `/api/aliases/${userId}`, wanted)).toMatchObject({ status: 201 });
}

function byText(one: string, other: string): number {
  return one.localeCompare(other);
}

function textOf(id: string, more = ''): string {
  return `From: Bob <bob@sender.example>\r\nSubject: message ${id}\r\nMessage-ID: <${id}@sender.example>\r\n\r\nHello.\r\n${more}.\r\n`;
}

function arrivedAt(sink: SmtpSink): string[] {
  return sink.messages
    .filter(({ rcptTo }) => rcptTo.includes(inbox))
    .map(({ raw }) => /^Subject: message (\S+)\r$/m.exec(raw.toString('latin1'))?.[1] ?? '');
}

async function greet({ mxPort }: Pick<ProgramProcess, 'mxPort'>): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port: mxPort, timeoutMs: 30_000 });
  await client.reply();
  await client.command('EHLO client.example');
  return client;
}

async function openData(client: SmtpTestClient): Promise<string> {
  await client.command('MAIL FROM:<bob@sender.example>');
  const rcpt = await client.command(`RCPT TO:<${alias}>`);
  return rcpt.startsWith('250') ? client.command('DATA') : rcpt;
}

/** One message; the reply that decided about it. */
async function send(client: SmtpTestClient, id: string, more = ''): Promise<string> {
  const start = await openData(client);
  if (!start.startsWith('354')) {
    await client.command('RSET');
    return start;
  }
  await client.send(textOf(id, more));
  return client.reply();
}

describe('a program whose database is away for a while', () => {
  it('puts new mail off, loses nothing that waits and delivers all of it by itself afterwards', async () => {
    const database = await useDatabase();
    const gate = await startDatabaseGate(database.url);
    opened.push(gate.cut);
    const sink = await useSink();
    const service = await startService(await makeEnvironment(gate.url, sink), { mailLimits: quickLimits });
    opened.push(service.stop);
    const owner = await signUpOwner(service, 'ann-account@home.example');
    await owner.createAlias('my-alias', [inbox]);
    const client = await greet(service);
    const begun = await greet(service);

    sink.setScript({ onRcpt: () => ({ code: 451 }) });
    expect(await send(client, 'waits')).toBe(accepted);
    expect(await openData(begun)).toMatch(/^354 /u);
    await gate.cut();
    await begun.send(textOf('put-off'));
    expect(await begun.reply()).toBe(tryLater);
    expect(await send(client, 'refused')).toBe(tryLater);
    sink.setScript({});
    // Long enough for the worker to fail several times, and to wait longer after each.
    await pause(1_500);
    expect(arrivedAt(sink)).toEqual([]);
    await gate.open();

    await sink.waitForMessages(1, 20_000);
    expect(arrivedAt(sink)).toEqual(['waits']);
    expect(await send(client, 'put-off')).toBe(accepted);
    expect(arrivedAt(sink)).toEqual(['waits', 'put-off']);
    client.destroy();
    begun.destroy();
  });
});

describe('a program that is asked to stop under load', () => {
  it('answers every message it has in hand, and each one it took arrives once', async () => {
    const database = await useDatabase();
    const sink = await useSink();
    const env = await makeEnvironment(database.url, sink);
    const program = await startProgram({ env });
    await createAlias(program);
    sink.setScript({ onData: () => pause(20, 'accept' as const) });
    const taken: string[] = [];
    const unanswered: string[] = [];
    const sendOn = async (sender: number): Promise<void> => {
      const client = await greet(program);
      for (let count = 0; ; count += 1) {
        const id = `${sender}-${count}`;
        const start = await openData(client).catch(() => '421');
        if (!start.startsWith('354')) return;
        await client.send(textOf(id));
        const reply = await client.reply().catch(() => null);
        if (reply === null) unanswered.push(id);
        else if (reply === accepted) taken.push(id);
      }
    };
    const sending = Promise.all(Array.from({ length: 12 }, (_, sender) => sendOn(sender)));
    await sink.waitForMessages(50);
    const ended = program.stop();
    await sending;
    expect(await ended).toMatchObject({ code: 0 });
    expect(unanswered).toEqual([]);
    expect(taken.length).toBeGreaterThanOrEqual(50);

    // What was spooled instead, if anything was, goes out of the next one.
    const next = await startProgram({ env });
    await expect.poll(() => new Set(arrivedAt(sink)).size, { timeout: 20_000 }).toBe(taken.length);
    expect(arrivedAt(sink).toSorted(byText)).toEqual(taken.toSorted(byText));
    expect((await next.stop()).code).toBe(0);
  });
});

// None where we may not mount, as an ordinary user: a suite of its own would then be empty, which counts as a fault.
const disks = [mountSmallDisk(160)].filter((disk) => disk !== null);
afterAll(() => {
  for (const disk of disks) disk.unmount();
});

it.each(disks)('a program whose disk is full puts new mail off, and loses none that it took', async (disk) => {
  const sink = await useSink();
  const service = await startService(
    {
      DATA_DIR: join(disk.folder, 'data'),
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@ops.example',
      TARGET_CONFIRMATION: 'off',
    },
    { mailLimits: quickLimits },
  );
  opened.push(service.stop);
  const owner = await signUpOwner(service, 'ann-account@home.example');
  await owner.createAlias('my-alias', [inbox]);
  const client = await greet(service);
  // Larger than what PostgreSQL still has room for in the files it has.
  const large = `${'x'.repeat(76)}\r\n`.repeat(60_000);

  sink.setScript({ onRcpt: (address) => (address === inbox ? { code: 451 } : 'accept') });
  expect(await send(client, 'before', large)).toBe(accepted);
  const free = await disk.fill();
  expect(await send(client, 'while-full', large)).toBe(tryLater);
  await free();
  expect(await send(client, 'after', large)).toBe(accepted);
  sink.setScript({});
  await expect.poll(() => arrivedAt(sink).toSorted(byText), { timeout: 20_000 }).toEqual(['after', 'before']);
  client.destroy();
});
