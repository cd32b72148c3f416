import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startDatabaseGate } from '#support/database-gate.ts';
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '#support/database.ts';
import {
  killPrograms,
  signUpAt,
  spawnProgram,
  startProgram,
  testPassword,
  visitProgram,
  type ProgramProcess,
} from '#support/program.ts';
import { connectSmtp, sendMessage, type SmtpTestClient } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const email = 'ann@home.example';
const alias = 'my-alias@kauke.test';
const message = `From: Bob <bob@sender.example>\r\nTo: ${alias}\r\nSubject: Hello\r\n\r\nHello Ann.\r\n`;

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  killPrograms();
  for (const { close } of opened.splice(0).reverse()) await close();
});

async function useDatabase(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await create();
  opened.push({ close: database.drop });
  return database;
}

async function useSink(): Promise<SmtpSink> {
  const sink = await startSmtpSink();
  opened.push({ close: sink.stop });
  return sink;
}

/** Of a program with a database of its own that forwards to `sink`. */
async function makeEnvironment(databaseUrl: string, sink: SmtpSink): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-running-'));
  opened.push({ close: () => rm(dataDir, { recursive: true }) });
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: dataDir,
    BIND_ADDRESS: '127.0.0.1',
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
    TARGET_CONFIRMATION: 'off',
  };
}

async function createAlias(program: ProgramProcess): Promise<void> {
  const { userId, visitor } = await signUpAt(program, email);
  const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: email };
  expect(await visitor.send('POST', `/api/aliases/${userId}`, wanted)).toMatchObject({ status: 201 });
}

function signIn(program: ProgramProcess): Promise<{ readonly status: number; readonly body: unknown }> {
  return visitProgram(program).send('POST', '/api/auth/login', { email, password: testPassword });
}

async function greet({ mxPort }: ProgramProcess): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port: mxPort });
  await client.reply();
  await client.command('EHLO client.example');
  return client;
}

describe('a program that is asked to stop', () => {
  it('answers the messages in hand, takes no new ones and ends with 0', async () => {
    const database = await useDatabase(createTestDatabase);
    const sink = await useSink();
    let answer: () => void = () => {};
    const answered = new Promise<'accept'>((resolve) => {
      answer = () => resolve('accept');
    });
    const program = await startProgram({ env: await makeEnvironment(database.url, sink) });
    await createAlias(program);
    sink.setScript({ onData: () => answered });
    const delivering = sendMessage({ port: program.mxPort, from: 'bob@sender.example', to: alias, data: message });
    await sink.waitForReceived(1);
    const half = await greet(program);
    await half.command('MAIL FROM:<carol@sender.example>');
    await half.command(`RCPT TO:<${alias}>`);
    await half.command('DATA');
    await half.send(message);
    const idle = await greet(program);

    const ending = program.stop();
    expect(await idle.reply()).toMatch(/^421 4\.3\.2 /u);
    await expect(greet(program)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await half.send('.\r\n');
    await sink.waitForReceived(2);
    answer();
    expect(await delivering).toMatchObject({ data: '250 2.0.0 Message accepted' });
    expect(await half.reply()).toBe('250 2.0.0 Message accepted');
    expect(await half.reply()).toMatch(/^421 4\.3\.2 /u);
    expect(await ending).toMatchObject({ code: 0, stderr: expect.not.stringContaining('"error"') });
    expect(sink.messages).toHaveLength(2);
  });

  it('does not wait for connections without a request, as browsers open them in advance', async () => {
    const database = await useDatabase(createTestDatabase);
    const program = await startProgram({ env: await makeEnvironment(database.url, await useSink()) });
    const { port } = new URL(program.webUrl);
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    const begun = connect(Number(port), '127.0.0.1');
    begun.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-');
    // Answered after both are known to the server.
    expect(await visitProgram(program).send('GET', '/healthz')).toMatchObject({ status: 200 });
    const closed = [silent, begun].map((socket) =>
      once(
        socket.resume().on('error', () => {}),
        'close',
      ),
    );
    expect(await program.stop()).toMatchObject({ code: 0 });
    await Promise.all(closed);
  });

  it('ends with 0 also while its start waits for a database that does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const env = await makeEnvironment(`postgres://u:p@127.0.0.1:${port}/x`, await useSink());
    const { child, ended } = spawnProgram({ env });
    await once(silent, 'connection');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' });
    silent.close();
  });

  const expectEndAfter = async (how: 'at once' | 'again and again'): Promise<void> => {
    const database = await useDatabase(createTestDatabase);
    const program = await startProgram({ env: await makeEnvironment(database.url, await useSink()) });
    if (how === 'again and again') for (let count = 0; count < 5; count += 1) program.child.kill('SIGINT');
    expect(await program.stop()).toMatchObject({ code: 0, stderr: '' });
  };

  it('ends with 0 also when it has just come up and is asked again and again', () => expectEndAfter('again and again'));

  it('ends so when it is asked once', { tags: 'proof' }, () => expectEndAfter('at once'));
});

describe('a program without the web role', () => {
  it('answers whether it lives and is ready, and nothing else', async () => {
    const database = await useDatabase(createTestDatabase);
    const env = { ...(await makeEnvironment(database.url, await useSink())), ROLES: 'mx,worker' };
    const program = await startProgram({ env });
    const visitor = visitProgram(program);
    expect(await visitor.send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await visitor.send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    for (const path of ['/', '/api/config', '/auth']) {
      expect(await visitor.send('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await program.stop()).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a program whose database goes away', () => {
  it('says that it is not ready while the database is silent, however many ask', async () => {
    const database = await useDatabase(createTestDatabase);
    const gate = await startDatabaseGate(database.url);
    opened.push({ close: gate.cut });
    const program = await startProgram({ env: await makeEnvironment(gate.url, await useSink()) });
    const visitor = visitProgram(program);
    gate.hush();
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.send('GET', '/readyz')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(await visitor.send('GET', '/healthz')).toMatchObject({ status: 200 });
    gate.resume();
    await expect.poll(async () => (await visitor.send('GET', '/readyz')).status).toBe(200);
    // Probes of a silent database took none of the connections that others need.
    expect(await signIn(program)).toMatchObject({ status: 401 });
    await program.stop();
  });

  it('says so, refuses for now and goes on when it is back', async () => {
    const database = await useDatabase(createTestDatabase);
    const gate = await startDatabaseGate(database.url);
    opened.push({ close: gate.cut });
    const sink = await useSink();
    const program = await startProgram({ env: await makeEnvironment(gate.url, sink) });
    await createAlias(program);
    const visitor = visitProgram(program);
    const ready = { status: 'ready', database: true, listeners: true };
    expect(await visitor.send('GET', '/readyz')).toMatchObject({ status: 200, body: ready });
    const client = await greet(program);
    await client.command('MAIL FROM:<bob@sender.example>');
    expect(await client.command(`RCPT TO:<${alias}>`)).toMatch(/^250 /u);

    await gate.cut();
    const notReady = { status: 'not ready', database: false, listeners: true };
    expect(await visitor.send('GET', '/readyz')).toMatchObject({ status: 503, body: notReady });
    expect(await visitor.send('GET', '/healthz')).toMatchObject({ status: 200 });
    expect(await signIn(program)).toMatchObject({ status: expect.toBeOneOf([500, 503]) });
    expect(await client.command(`RCPT TO:<${alias}>`)).toBe('451 4.3.0 Temporary failure, try again later');

    await gate.open();
    expect(await visitor.send('GET', '/readyz')).toMatchObject({ status: 200, body: ready });
    expect(await signIn(program)).toMatchObject({ status: 200 });
    expect(await client.command(`RCPT TO:<${alias}>`)).toMatch(/^250 /u);
    const { data } = await sendMessage({ port: program.mxPort, from: 'bob@sender.example', to: alias, data: message });
    expect(data).toBe('250 2.0.0 Message accepted');
    await sink.waitForMessages(1);
    client.destroy();
    const { code, stderr } = await program.stop();
    expect(code).toBe(0);
    for (const secret of [email, alias, 'bob@sender.example', '127.0.0.1', new URL(gate.url).password]) {
      expect(stderr).not.toContain(secret);
    }
  });
});

describe('two programs on one new database', () => {
  it('start at the same time and share everything', async () => {
    const database = await useDatabase(createEmptyTestDatabase);
    const sink = await useSink();
    const env = await makeEnvironment(database.url, sink);
    const [first, second] = await Promise.all([startProgram({ env }), startProgram({ env })]);
    await createAlias(first);
    expect(await signIn(second)).toMatchObject({ status: 200, body: { user: { email } } });
    const sent = await sendMessage({ port: second.mxPort, from: 'bob@sender.example', to: alias, data: message });
    expect(sent.data).toBe('250 2.0.0 Message accepted');
    await sink.waitForMessages(1);
    const ends = await Promise.all([first.stop(), second.stop()]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  });
});
