import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startDatabaseGate } from '#support/database-gate.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { accepted, arrivedAt, byText, greet, inbox, openData, send, textOf, tryLater } from '#support/numbered-mail.ts';
import { killPrograms, signUpAt, startProgram, type ProgramProcess } from '#support/program.ts';
import { signUpOwner, startService } from '#support/running-service.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

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

    await sink.waitForMessages(1);
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
    await expect.poll(() => new Set(arrivedAt(sink)).size).toBe(taken.length);
    expect(arrivedAt(sink).toSorted(byText)).toEqual(taken.toSorted(byText));
    expect((await next.stop()).code).toBe(0);
  });
});
