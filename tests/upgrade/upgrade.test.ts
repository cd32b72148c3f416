import { createPrivateKey } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { systemClock } from '#platform/clock.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#support/database.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { startService, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { openMailProgram } from '#support/submission.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';
import { loadDump } from './dump-database.ts';
import type { ReleaseData } from './release-data.ts';

const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** After the dump was made the program starts again: what waits is due by then, and nothing is over. */
const pauseMs = 30 * 60_000;

it('knows the data of a release', () => {
  expect(releases).toContain('first-wave');
});

describe.each(releases)('the data of %s, under the present program', (release) => {
  let data: ReleaseData;
  let test: TestDatabase;
  let sink: SmtpSink;
  let service: RunningService;
  let sender: OutsideSender;
  let movedByMs: number;

  beforeAll(async () => {
    const folder = join(import.meta.dirname, release);
    data = JSON.parse(await readFile(join(folder, 'data.json'), 'utf8')) as ReleaseData;
    test = await createEmptyTestDatabase();
    movedByMs = systemClock.now() - pauseMs - Date.parse(data.madeAt);
    await loadDump(test.database, await readFile(join(folder, 'dump.sql'), 'utf8'), movedByMs);
    sink = await startSmtpSink();
    service = await startService({
      DATABASE_URL: test.url,
      SECRET_KEY: data.secretKey,
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@ops.example',
      WEBHOOK_ALLOW_INSECURE: 'true',
    });
    sender = createOutsideSender(service.dns, 'sender.example');
  });
  afterAll(async () => {
    await service.stop();
    await sink.stop();
    await test.drop();
  });

  function visit(): Visitor {
    return createVisitor({ url: service.program.publicUrl });
  }

  /** The aliases of the account as they were told when the dump was made; later releases may tell more of each. */
  async function expectAliases(visitor: Visitor, before: readonly Alias[], headers = {}): Promise<void> {
    const path = `/api/aliases/${before[0]?.userId ?? ''}`;
    const { status, body } = await visitor.send('GET', path, undefined, headers);
    const moved = (at: string): string => new Date(Date.parse(at) + movedByMs).toISOString();
    const aliases = before.map((alias) => ({ ...alias, createdAt: moved(alias.createdAt) }));
    expect({ status, body }).toMatchObject({ status: 200, body: { aliases } });
  }

  async function write(from: string, to: string, subject: string, by = sender) {
    const fields = [
      `From: <${from}>`,
      `To: <${to}>`,
      `Subject: ${subject}`,
      `Message-ID: <${Math.trunc(movedByMs)}@x.example>`,
    ];
    const signed = await by.sign([...fields, 'Date: Sat, 21 Nov 2026 12:00:00 +0000', '', 'Hello.', ''].join('\r\n'));
    return sendMessage({ port: service.mxPort, from, to, data: signed, timeoutMs: 30_000 });
  }

  /** What arrives with this subject; others may come meanwhile. */
  async function arrival(subject: string): Promise<SinkMessage> {
    for (let count = 1; ; count += 1) {
      const found = (await sink.waitForMessages(count)).find(({ raw }) => raw.includes(`Subject: ${subject}`));
      if (found !== undefined) return found;
    }
  }

  it('lets in by password, keeps sessions, and lists each alias with its targets and notes', async () => {
    const { email, password, cookie, aliases } = data.ann;
    const visitor = visit();
    expect(await visitor.send('POST', '/api/auth/login', { email, password })).toMatchObject({ status: 200 });
    await expectAliases(visitor, aliases);
    await expectAliases(visit(), aliases, { cookie });
    expect(await visit().send('POST', '/api/auth/login', { email, password: `${password}!` })).toMatchObject({
      status: 401,
    });
  });

  it('knows the API key, and finds an alias by its notes', async () => {
    const { apiKey, aliases } = data.ann;
    const headers = { authorization: `Bearer ${apiKey}` };
    await expectAliases(visit(), aliases, headers);
    const found = await visit().send('GET', '/api/v1/aliases?filter[search]=%C5%BDALIAS', undefined, headers);
    expect(found).toMatchObject({ status: 200, body: { data: [{ email: data.mail.live.alias }] } });
  });

  it('asks for the second factor and takes its codes', async () => {
    const { email, password, secondFactor, recoveryCode } = data.tom;
    const code = new TOTP({ secret: Secret.fromBase32(secondFactor) }).generate();
    const signIn = (input: object) => visit().send('POST', '/api/auth/login', { email, password, ...input });
    expect(await signIn({})).toMatchObject({ status: 401 });
    expect(await signIn({ code })).toMatchObject({ status: 200 });
    expect(await signIn({ code: recoveryCode })).toMatchObject({ status: 200 });
  });

  it('lets in by wallet', async () => {
    const { privateKey, aliases } = data.wallet;
    const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
    const visitor = visit();
    expect(await proveWallet(visitor, createTestWallet({ privateKey: key }))).toMatchObject({ status: 200 });
    await expectAliases(visitor, aliases);
  });

  it('shows the secret of the webhook', async () => {
    const { targetId, secret } = data.ann.webhook;
    const answer = await visit().send('GET', `/api/targets/${targetId}/secret`, undefined, { cookie: data.ann.cookie });
    expect(answer).toMatchObject({ status: 200, body: { webhook: { secret } } });
  });

  it('delivers the mail that waited', async () => {
    const { inbox, subject } = data.mail.waiting;
    expect(await arrival(subject)).toMatchObject({ rcptTo: [inbox] });
  });

  it.each(['live', 'retired'] as const)('forwards mail to an alias (%s)', async (kind) => {
    const { alias, inbox } = data.mail[kind];
    const subject = `To the ${kind} one`;
    expect(await write('bob@sender.example', alias, subject)).toMatchObject({ data: '250 2.0.0 Message accepted' });
    const { rcptTo, raw } = await arrival(subject);
    expect(rcptTo).toEqual([inbox]);
    // The correspondent has the same address as ever.
    if (kind === 'live') expect(raw.toString()).toContain(data.mail.correspondent.reverseAddress);
  });

  it('drops mail to a paused alias and from a blocked sender, and says nothing of it', async () => {
    const { paused, live, blocked } = data.mail;
    const accepted = { data: '250 2.0.0 Message accepted' };
    expect(await write('bob@sender.example', paused, 'Dropped, paused')).toMatchObject(accepted);
    expect(await write(blocked, live.alias, 'Dropped, blocked')).toMatchObject(accepted);
    expect(await write('bob@sender.example', live.alias, 'After the dropped ones')).toMatchObject(accepted);
    await arrival('After the dropped ones');
    expect(sink.received.filter(({ raw }) => raw.includes('Dropped,'))).toEqual([]);
  });

  it('refuses an address that was deleted, and makes one wait that nobody confirmed', async () => {
    const { deleted, unconfirmed } = data.mail;
    expect((await write('bob@sender.example', deleted, 'Refused')).rcpt[0]).toMatch(/^550 5\.1\.1 /u);
    expect((await write('bob@sender.example', unconfirmed, 'Refused')).rcpt[0]).toMatch(/^450 4\.2\.0 /u);
    const wish = { alias: deleted.split('@')[0], domain: 'kauke.test', forwardTo: 'tom@home.example' };
    const { privateKey, aliases } = data.wallet;
    const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
    const stranger = visit();
    await proveWallet(stranger, createTestWallet({ privateKey: key }));
    const taken = await stranger.send('POST', `/api/aliases/${aliases[0]?.userId ?? ''}`, wish);
    expect(taken).toMatchObject({ status: 409 });
  });

  it('sends the answer to an old correspondent as the alias', async () => {
    const { live, correspondent } = data.mail;
    const office = createOutsideSender(service.dns, live.inbox.split('@')[1] ?? '');
    const replies = await write(live.inbox, correspondent.reverseAddress, 'Re: First letter', office);
    expect(replies).toMatchObject({ data: '250 2.0.0 Message accepted' });
    const { rcptTo, raw } = await arrival('Re: First letter');
    expect(rcptTo).toEqual([correspondent.address]);
    expect(raw.toString()).toContain(live.alias);
    expect(raw.toString()).not.toContain(live.inbox);
  });

  it('keeps no moment of a contact, only the month of its last use', async () => {
    const { rows } = await test.database.pool.query(`
      select created_at, last_used_on, extract(day from last_used_month)::int as day from contacts`);
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) expect(row).toEqual({ created_at: null, last_used_on: null, day: 1 });
  });

  it('lets a mail program send with its old password', async () => {
    const { username, password } = data.ann.credential;
    const port = service.program.submissionPort ?? 0;
    const program = openMailProgram({ port, username, password });
    await program.sendMail({ from: username, to: 'carol@sender.example', subject: 'As the alias', text: 'Hello.' });
    program.close();
    expect(await arrival('As the alias')).toMatchObject({ rcptTo: ['carol@sender.example'] });
  });

  it('asks no inbox that wants no mail from us', async () => {
    const path = `/api/aliases/${data.ann.aliases[0]?.userId ?? ''}`;
    const wish = { alias: 'once-more', domain: 'kauke.test', forwardTo: data.mail.stopped };
    await visit().send('POST', path, wish, { cookie: data.ann.cookie });
    expect(sink.received.filter(({ rcptTo }) => rcptTo.includes(data.mail.stopped))).toEqual([]);
  });
});
