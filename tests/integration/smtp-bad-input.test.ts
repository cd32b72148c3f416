import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { systemClock } from '#platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { killPrograms, signUpAt, startProgram, type ProgramProcess } from '#support/program.ts';
import { connectSmtp, sendMessage, type SmtpTestClient } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const mebibyte = 1024 * 1024;
const accepted = '250 2.0.0 Message accepted';
const badOctets = '550 5.6.0 Message has bare CR, bare LF or NUL octets';
const tooLarge = '552 5.3.4 Message is larger than 25 MiB';
const unknown = '550 5.1.1 No such address here';
const plain = writeReverseName('a'.repeat(26), 'plain');
const message = 'From: Bob <bob@sender.example>\r\nSubject: Hello\r\n\r\nHello Ann.\r\n';

let dataDir: string;
let database: TestDatabase;
let sink: SmtpSink;
let program: ProgramProcess;

async function makeAliases(): Promise<void> {
  const { userId, visitor } = await signUpAt(program, 'ann@home.example');
  const create = async (alias: string, forwardTo: string): Promise<string> => {
    const answer = await visitor.send('POST', `/api/aliases/${userId}`, { alias, domain: 'kauke.test', forwardTo });
    expect(answer.status).toBe(201);
    return (answer.body as { alias: { id: string } }).alias.id;
  };
  await create('live', 'confirmed@inbox.example');
  const paused = await create('paused', 'confirmed@inbox.example');
  await create('fresh', 'silent@inbox.example');
  const stale = await create('stale', 'silent@inbox.example');
  const deleted = await create('deleted', 'confirmed@inbox.example');
  expect((await visitor.send('DELETE', `/api/aliases/${deleted}`)).status).toBe(200);
  const { db } = database.database;
  // What no route does yet, or only time does.
  await db
    .updateTable('targets')
    .set({ confirmedAt: new Date(systemClock.now()) })
    .from('aliasTargets')
    .whereRef('aliasTargets.targetId', '=', 'targets.id')
    .where('aliasTargets.aliasId', '=', paused)
    .execute();
  await db.updateTable('aliases').set({ active: false }).where('id', '=', paused).execute();
  const eightDaysAgo = new Date(systemClock.now() - 8 * 24 * 60 * 60 * 1000);
  await database.database.pool.query('update aliases set created_at = $1 where id = $2', [eightDaysAgo, stale]);
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-smtp-'));
  database = await createTestDatabase();
  sink = await startSmtpSink();
  program = await startProgram({
    env: {
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: dataDir,
      BIND_ADDRESS: '127.0.0.1',
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@home.example',
    },
  });
  await makeAliases();
});

afterAll(async () => {
  killPrograms();
  await program.ended;
  await sink.stop();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const clients: SmtpTestClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

/** `localAddress`: each refused recipient slows down the next ones of the same address. */
async function connectTo(localAddress = '127.0.0.1'): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port: program.mxPort, localAddress, timeoutMs: 15_000 });
  clients.push(client);
  expect(await client.reply()).toBe('220 localhost ESMTP');
  return client;
}

async function greet(localAddress?: string): Promise<SmtpTestClient> {
  const client = await connectTo(localAddress);
  expect(await client.command('EHLO client.example')).toMatch(/^250-/u);
  return client;
}

async function openData(client: SmtpTestClient): Promise<void> {
  expect(await client.command('MAIL FROM:<bob@sender.example>')).toMatch(/^250 /u);
  expect(await client.command('RCPT TO:<live@kauke.test>')).toBe('250 2.1.5 Recipient OK');
  expect(await client.command('DATA')).toMatch(/^354 /u);
}

/** Forwarded messages; confirmation mail has no bounce address of an alias. */
function forwarded(): number {
  return sink.messages.filter(({ mailFrom }) => mailFrom.startsWith('b=')).length;
}

/** Proves that the session goes on: a whole message passes and arrives, and nothing else did since `before`. */
async function expectToGoOn(client: SmtpTestClient, before: number): Promise<void> {
  await openData(client);
  await client.send(`${message}.\r\n`);
  expect(await client.reply()).toBe(accepted);
  expect(forwarded()).toBe(before + 1);
}

describe('the program answers a recipient', () => {
  it.each([
    ['with a confirmed inbox', 'live@kauke.test', '250 2.1.5 Recipient OK'],
    ['with a tag, in any case', 'LIVE+news@Kauke.Test', '250 2.1.5 Recipient OK'],
    ['that is paused like any other', 'paused@kauke.test', '250 2.1.5 Recipient OK'],
    ['that is the operator', 'abuse@mask.test', '250 2.1.5 Recipient OK'],
    ['that is the bare postmaster', 'Postmaster', '250 2.1.5 Recipient OK'],
    ['not confirmed yet', 'fresh@kauke.test', '450 4.2.0 Recipient cannot receive mail yet, try again later'],
    ['not confirmed for a week', 'stale@kauke.test', unknown],
    ['never given', 'never@kauke.test', unknown],
    ['given on another domain only', 'live@mask.test', unknown],
    ['that was deleted', 'deleted@kauke.test', unknown],
    ['that cannot be an alias', 'li..ve@kauke.test', unknown],
    ['on a foreign domain', 'live@elsewhere.example', '550 5.7.1 We do not relay for this domain'],
    ['behind a source route', '@kauke.test:live@elsewhere.example', '550 5.7.1 We do not relay for this domain'],
    ['of one reply, whoever it leads to', `reply=${'a'.repeat(26)}@kauke.test`, '250 2.1.5 Recipient OK'],
    ['of one reply, as every form takes it', `${plain}@kauke.test`, '250 2.1.5 Recipient OK'],
    ['of one reply, with another letter', `${plain.slice(0, -1)}7@kauke.test`, unknown],
    ['of one reply, misspelt', `reply=${'a'.repeat(25)}@kauke.test`, unknown],
    ['of one bounce, from somebody', `b=${'a'.repeat(34)}@kauke.test`, unknown],
    ['with a percent route', 'live%elsewhere.example@kauke.test', unknown],
  ])('%s', async (_, recipient, reply) => {
    // Few refusals an address, or the next test would be slowed down.
    const client = await greet(`127.0.1.${1 + (recipient.length % 200)}`);
    await client.command('MAIL FROM:<bob@sender.example>');
    expect(await client.command(`RCPT TO:<${recipient}>`)).toBe(reply);
  });

  it('that is paused with the text of a delivery, and forwards nothing', async () => {
    const before = forwarded();
    const paused = { port: program.mxPort, from: 'bob@sender.example', to: 'paused@kauke.test', data: message };
    expect(await sendMessage(paused)).toMatchObject({ data: accepted });
    await expectToGoOn(await greet(), before);
  });
});

describe('the program survives', () => {
  it('unknown commands, too long lines and a missing HELO', async () => {
    const before = forwarded();
    const client = await connectTo();
    expect(await client.command('MAIL FROM:<bob@sender.example>')).toBe('503 5.5.1 Say EHLO first');
    expect(await client.command('EXPN everybody')).toBe('500 5.5.1 Command not recognised');
    expect(await client.command(`NOOP ${'x'.repeat(3_000)}`)).toBe('500 5.5.2 Line too long');
    await client.send(Buffer.from([0x00, 0xff, 0x0d, 0x0a]));
    expect(await client.reply()).toBe('500 5.5.2 Lines must be printable and end in CRLF');
    expect(await client.command('EHLO client.example')).toMatch(/^250-/u);
    await expectToGoOn(client, before);
  });

  it.each([
    ['a bare CR', 'one\rtwo\r\n'],
    ['a bare LF', 'one\ntwo\r\n'],
    ['a NUL', 'one\0two\r\n'],
    ['a dot between bare LFs, with commands behind it', 'one\r\n\n.\nMAIL FROM:<x@sender.example>\r\n'],
    ['a dot before a bare LF', 'one\r\n.\nMAIL FROM:<x@sender.example>\r\n'],
    ['a dot before a bare CR', 'one\r\n.\rMAIL FROM:<x@sender.example>\r\n'],
  ])('%s: refused after the true end', async (_, body) => {
    const before = forwarded();
    const client = await greet();
    await openData(client);
    await client.send(`From: bob@sender.example\r\n\r\n${body}.\r\n`);
    expect(await client.reply()).toBe(badOctets);
    await expectToGoOn(client, before);
  });

  it('a message above 25 MiB, announced or not', async () => {
    const before = forwarded();
    const client = await greet();
    const announced = `MAIL FROM:<bob@sender.example> SIZE=${25 * mebibyte + 1}`;
    expect(await client.command(announced)).toBe(tooLarge);
    await openData(client);
    const line = `${'x'.repeat(998)}\r\n`;
    for (let sent = 0; sent <= 25 * mebibyte; sent += line.length * 1_000) await client.send(line.repeat(1_000));
    await client.send('.\r\n');
    expect(await client.reply()).toBe(tooLarge);
    await expectToGoOn(client, before);
  });

  it('101 recipients: the last one is put off, the others get one message', async () => {
    const before = forwarded();
    const client = await greet();
    await client.command('MAIL FROM:<bob@sender.example>');
    for (let count = 1; count <= 100; count += 1) {
      expect(await client.command(`RCPT TO:<live+${count}@kauke.test>`)).toBe('250 2.1.5 Recipient OK');
    }
    const oneTooMany = '452 4.5.3 Too many recipients, send the rest in another transaction';
    expect(await client.command('RCPT TO:<live+101@kauke.test>')).toBe(oneTooMany);
    await client.command('DATA');
    await client.send(`${message}.\r\n`);
    expect(await client.reply()).toBe(accepted);
    expect(forwarded()).toBe(before + 1);
  });

  it('clients that stall anywhere: others are served meanwhile', async () => {
    const before = forwarded();
    for (let count = 0; count < 10; count += 1) {
      await connectTo();
      await (await greet()).send('MAIL FR');
      const inData = await greet();
      await openData(inData);
      await inData.send('From: bob@sender.exam');
    }
    await expectToGoOn(await greet(), before);
  });

  it('clients that disconnect in DATA: nothing of theirs is forwarded, and their memory is given back', async () => {
    const before = forwarded();
    // More in all than the program may hold at once.
    for (let count = 0; count < 8; count += 1) {
      const client = await greet();
      expect(await client.command(`MAIL FROM:<bob@sender.example> SIZE=${25 * mebibyte}`)).toMatch(/^250 /u);
      await client.command('RCPT TO:<live@kauke.test>');
      await client.command('DATA');
      await client.send(message);
      client.end();
      await client.closed();
    }
    await expectToGoOn(await greet(), before);
  });

  it.each([
    ['without From', 'Subject: x\r\n\r\nx\r\n'],
    ['with two From fields', 'From: a@b.example\r\nFrom: c@d.example\r\n\r\nx\r\n'],
    ['with two addresses in From', 'From: a@b.example, c@d.example\r\n\r\nx\r\n'],
    ['with nothing at all', ''],
  ])('a message %s', async (_, data) => {
    const before = forwarded();
    const client = await greet();
    await openData(client);
    await client.send(`${data}.\r\n`);
    expect(await client.reply()).toBe('550 5.6.0 Message must have exactly one From header with exactly one address');
    await expectToGoOn(client, before);
  });

  it('a message from our own domain that we did not sign, and one that has come too far', async () => {
    const client = await greet();
    await openData(client);
    await client.send('From: live@kauke.test\r\n\r\nx\r\n.\r\n');
    expect(await client.reply()).toBe('550 5.7.26 From is on one of our domains but not signed by us');
    await openData(client);
    await client.send(`${'Received: from a by b; Sat, 21 Nov 2026 12:00:00 +0000\r\n'.repeat(51)}${message}.\r\n`);
    expect(await client.reply()).toBe('550 5.4.6 This message is looping');
  });

  it('all of this without an error or an address in its log', async () => {
    expect(await program.stop()).toMatchObject({ code: 0 });
    const { stderr } = program.output();
    expect(stderr).not.toContain('"level":"error"');
    for (const word of ['example', 'kauke.test', '127.0.', 'Hello']) expect(stderr).not.toContain(word);
  });
});
