import { setTimeout as pause } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCredentialResponseSchema, createAliasResponseSchema } from '#contract/aliases.ts';
import { withDomains } from '#cli/database.ts';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';
import { resumeAccount, suspendAccount } from '#core/operator/suspension.ts';
import { loadConfig } from '#config/load-config.ts';
import { systemAdapters } from '#main/adapters.ts';
import { systemClock } from '#platform/clock.ts';
import type { Visitor } from '#support/api.ts';
import { findFreePort } from '#support/free-port.ts';
import { byText } from '#support/numbered-mail.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { signUpAt, startProgram, type ProgramProcess } from '#support/program.ts';
import { silentLog } from '#support/silent-log.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { openMailProgram } from '#support/submission.ts';

/** An account whose alias sends by mail program. */
interface Sender {
  readonly userId: string;
  readonly visitor: Visitor;
  readonly alias: string;
  readonly mailProgram: Transporter;
}

let place: ProgramPlace;
let program: ProgramProcess;
let submissionPort: number;
/** When each message had arrived whole, by its subject. */
const arrivals: { readonly subject: string; readonly atMs: number }[] = [];

beforeAll(async () => {
  place = await makeProgramPlace();
  submissionPort = await findFreePort();
  const env = { ...place.env, WORKERS: '2', SUBMISSION_PORT: String(submissionPort) };
  program = await startProgram({ env });
  place.sink.setScript({
    // So slow that much of the burst waits, and much is under way at any time.
    onRcpt: () => pause(1_000, 'accept' as const),
    onData: ({ raw }) => {
      const subject = /^Subject: (.*)\r$/mu.exec(raw.toString('latin1'))?.[1] ?? '';
      arrivals.push({ subject, atMs: systemClock.now() });
      return 'accept';
    },
  });
});
afterAll(() => place.remove());

async function addSender(name: string): Promise<Sender> {
  const { userId, visitor } = await signUpAt(program, `${name}@home.example`);
  const wanted = { alias: name, domain: 'kauke.test', forwardTo: `${name}@home.example` };
  const made = await visitor.send('POST', `/api/aliases/${userId}`, wanted);
  const { id: aliasId } = createAliasResponseSchema.parse(made.body).alias;
  const { body } = await visitor.send('POST', '/api/smtp-credentials', { aliasId });
  const { username, password } = newCredentialResponseSchema.parse(body).credential;
  // Old enough for 200 messages an hour.
  await place.database.database.pool.query(`update users set created_at = now() - interval '1 year' where id = $1`, [
    userId,
  ]);
  const mailProgram = openMailProgram({ port: submissionPort, username, password });
  return { userId, visitor, alias: username, mailProgram };
}

/** Sends so many at once, over a few connections of its own each time; the subjects that were accepted, and the refusals. */
async function burst({ alias, mailProgram }: Sender, name: string, count: number) {
  const accepted: string[] = [];
  const refused: string[] = [];
  const subjects = Array.from({ length: count }, (_, index) => `${name}-${index}`).values();
  const work = async (): Promise<void> => {
    for (const subject of subjects) {
      try {
        await mailProgram.sendMail({ from: alias, to: 'somebody@elsewhere.example', subject, text: 'Hello.' });
        accepted.push(subject);
      } catch (error) {
        refused.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return { accepted, refused };
}

/** As the operator's command does it. */
function operate(act: typeof suspendAccount, userId: string, scope: 'sending' | 'all'): Promise<void>;
function operate(act: typeof resumeAccount, userId: string): Promise<void>;
function operate(
  act: typeof suspendAccount | typeof resumeAccount,
  userId: string,
  scope: 'sending' | 'all' = 'sending',
): Promise<void> {
  const { env, dataDir } = place;
  const config = loadConfig(env, { isRoot: false, workingDirectory: dataDir, processors: 2 });
  return withDomains({ config, ...systemAdapters, log: silentLog }, async (core) => {
    const context = { ...core, provider: createBuiltinProvider() };
    await core.database.db
      .transaction()
      .execute((transaction) => act(transaction, context, userId, { scope, reason: 'Complaints of spam.' }));
  });
}

function arrived(name: string): string[] {
  return arrivals
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith(`${name}-`))
    .sort(byText);
}

it('lets nothing more of a suspended account leave a second later, and loses nothing of anybody', async () => {
  const abuser = await addSender('abuser');
  const innocent = await addSender('innocent');
  const bursts = Promise.all([burst(abuser, 'spam', 190), burst(innocent, 'fine', 100)]);
  await expect.poll(() => arrived('spam').length, { interval: 20 }).toBeGreaterThan(15);
  await operate(suspendAccount, abuser.userId, 'sending');
  const suspendedAtMs = systemClock.now();
  const [spam, fine] = await bursts;
  expect(fine.refused).toEqual([]);
  await expect.poll(() => arrived('fine')).toEqual(fine.accepted.sort(byText));
  const late = arrivals.filter(({ subject, atMs }) => subject.startsWith('spam-') && atMs > suspendedAtMs + 1_000);
  expect(late).toEqual([]);
  // What it writes from then on is refused, and says why; what had been accepted waits.
  await expect.poll(() => systemClock.now()).toBeGreaterThan(suspendedAtMs + 1_000);
  const later = await burst(abuser, 'later', 4);
  expect(later.accepted).toEqual([]);
  for (const refusal of [...spam.refused, ...later.refused]) {
    expect(refusal).toContain('550 5.7.1 The account is suspended from sending');
  }
  expect(arrived('spam').length).toBeLessThan(spam.accepted.length);
  const session = await abuser.visitor.send('GET', '/api/auth/session');
  const suspension = { scope: 'sending', reason: 'Complaints of spam.', since: expect.any(String) };
  expect(session.body).toMatchObject({ user: { suspension } });

  await operate(resumeAccount, abuser.userId);
  await expect.poll(() => arrived('spam')).toEqual(spam.accepted.sort(byText));
  expect((await burst(abuser, 'again', 1)).refused).toEqual([]);
});

/** The reply to RCPT for an alias. */
async function replyTo(alias: string): Promise<string> {
  const client = await connectSmtp({ port: program.mxPort });
  await client.reply();
  for (const line of ['EHLO client.example', 'MAIL FROM:<bob@sender.example>']) await client.command(line);
  const reply = await client.command(`RCPT TO:<${alias}>`);
  client.destroy();
  return reply.replaceAll(alias, 'ALIAS');
}

it('asks senders to come again while all mail of an account is suspended, for a week, then knows no such name', async () => {
  const owner = await addSender('owner');
  expect(await replyTo(owner.alias)).toMatch(/^250/);
  await operate(suspendAccount, owner.userId, 'all');
  expect(await replyTo(owner.alias)).toMatch(/^450 4\.2\.0 /);
  await place.database.database.pool.query(`update users set suspended_at = now() - interval '8 days' where id = $1`, [
    owner.userId,
  ]);
  expect(await replyTo(owner.alias)).toBe(await replyTo('never-given@kauke.test'));
  await operate(resumeAccount, owner.userId);
  expect(await replyTo(owner.alias)).toMatch(/^250/);
});
