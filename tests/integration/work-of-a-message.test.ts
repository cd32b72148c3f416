import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { sendingRules } from '#core/limits/sending-limits.ts';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { dropLater, makeProgramDatabase } from '#support/database.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { patience } from '#support/patience.ts';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { silentLog } from '#support/silent-log.ts';
import { connectSmtp, dotStuff, type SmtpTestClient } from '#support/smtp-client.ts';
import { countWork } from '#support/work/count-work.ts';
import { startPlainSink, type PlainSink } from '#support/work/plain-sink.ts';
import { startStatementTap, type StatementTap } from '#support/work/statement-tap.ts';

/**
 * What one message costs an idle program, as far as that does not depend on time: ceilings, held against the real thing.
 * docs/performance.md says what the figures are. Who needs more says why there.
 */
interface Counts {
  /** Of SQL, by name. */
  readonly statements: readonly string[];
  readonly roundTrips: number;
  /** Of DNS. */
  readonly questions: number;
  readonly signatures: number;
  /** Handed to the socket of the sender, */
  readonly writesBack: number;
  /** and to the one that leads on. */
  readonly writesOn: number;
  /** How often the body is copied from buffer to buffer, in tenths. */
  readonly copies: number;
}

const bodyBytes = 100_000;
const line = `${'x'.repeat(70)}\r\n`;
const body = line.repeat(Math.ceil(bodyBytes / line.length));
const alias = 'my-alias@kauke.test';
const hourMs = 3_600_000;
/** What the program asks by itself while something is under way, and each time that it looks after its nodes. */
const byTime = /^(?:stopped-now|spool-renew|with me as|select current_setting)/;

const erasesCounts = /^delete from "rate_limits" where "action_/;

let database: { DATABASE_URL: string; SECRET_KEY: string };
let rows: Database;
let tap: StatementTap;
let sink: PlainSink;
let service: RunningService;
let messages = 0;
let senders = 0;

beforeAll(async () => {
  database = await makeProgramDatabase();
  rows = await connectDatabase(database.DATABASE_URL, silentLog);
  tap = await startStatementTap(database.DATABASE_URL, (statement) => !byTime.test(statement));
  sink = await startPlainSink();
  service = await startService(
    {
      ...database,
      DATABASE_URL: tap.url,
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@home.example',
      TARGET_CONFIRMATION: 'off',
    },
    {
      mailLimits: { ...mailLimits, workerPollMs: hourMs, usageReadEveryMs: hourMs, sweepEveryMs: hourMs },
      lookEveryMs: hourMs,
    },
  );
  const ann = await signUpOwner(service, 'ann@home.example');
  await ann.createAlias('my-alias', ['ann@inbox.example']);
  // What a program erases when it starts ends with old counts, one statement a rule.
  const rules = Object.keys({ ...rateLimitRules, ...sendingRules });
  const isErased = () => tap.statements.filter((statement) => erasesCounts.test(statement)).length >= rules.length;
  await vi.waitUntil(isErased, { timeout: patience.pollMs });
});
afterAll(async () => {
  await service.stop();
  await sink.close();
  await tap.close();
  await rows.db.destroy();
  dropLater(database.DATABASE_URL);
});

/** Somebody whose domain nobody has asked for. */
function newSender(): OutsideSender {
  senders += 1;
  return createOutsideSender(service.dns, `s${senders}.example`, { policy: 'reject', addresses: ['127.0.0.1'] });
}

function write(sender: OutsideSender): Promise<Buffer> {
  messages += 1;
  const header = [
    `From: Bob <bob@${sender.domain}>`,
    `To: ${alias}`,
    `Subject: ${messages}`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    `Message-ID: <${messages}@${sender.domain}>`,
  ];
  return sender.sign(`${header.join('\r\n')}\r\n\r\n${body}`);
}

async function open(tls: boolean): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port: service.mxPort });
  await client.reply();
  await client.command('EHLO mail.sender.example');
  if (!tls) return client;
  await client.command('STARTTLS');
  await client.startTls();
  await client.command('EHLO mail.sender.example');
  return client;
}

/** As mail hosts send it: commands in one go, then the content in one. */
async function send(client: SmtpTestClient, domain: string, content: Buffer): Promise<void> {
  await client.send(`MAIL FROM:<bob@${domain}> SIZE=${content.length}\r\nRCPT TO:<${alias}>\r\nDATA\r\n`);
  for (const code of ['250', '250', '354']) expect((await client.reply()).slice(0, 3)).toBe(code);
  await client.send(content);
  expect(await client.reply()).toBe('250 2.0.0 Message accepted');
}

interface Case {
  readonly client: SmtpTestClient;
  readonly sender: () => OutsideSender;
  /** It leads to the next server. */
  readonly arrives: boolean;
  /** The statement that ends the work. */
  readonly endsWith?: string;
}

async function countOne({ client, sender, arrives, endsWith }: Case): Promise<Counts> {
  const from = sender();
  const content = dotStuff(await write(from));
  const asked = service.dns.questions.length;
  tap.take();
  const counting = countWork({ listener: service.mxPort, next: sink.port });
  const arrived = arrives ? sink.next() : [];
  await send(client, from.domain, content);
  const pieces = await arrived;
  if (endsWith !== undefined) await expect.poll(() => tap.statements).toContain(endsWith);
  const { copiedBytes, ...writes } = counting.stop();
  const { fields } = parseMessage(Buffer.concat(pieces));
  const ours = /^(?:dkim-signature|arc-seal|arc-message-signature)$/;
  return {
    ...tap.take(),
    questions: service.dns.questions.length - asked,
    signatures: fields.filter(({ key }) => ours.test(key)).length,
    ...writes,
    copies: Math.round((copiedBytes / body.length) * 10) / 10,
  };
}

/** The smallest of three: what the program does by itself now and then comes with one of them at most. */
async function count(of: Case): Promise<Counts> {
  // So that the alias is known to be in use, the sender and the way on too where they are the same each time.
  for (let time = 0; time < 2; time += 1) await countOne(of);
  const three = [await countOne(of), await countOne(of), await countOne(of)];
  const least = (read: (counts: Counts) => number): number => Math.min(...three.map(read));
  const [first, ...others] = three.toSorted((a, b) => a.statements.length - b.statements.length);
  return {
    statements: first?.statements ?? others.flatMap(({ statements }) => statements),
    roundTrips: least(({ roundTrips }) => roundTrips),
    questions: least(({ questions }) => questions),
    signatures: least(({ signatures }) => signatures),
    writesBack: least(({ writesBack }) => writesBack),
    writesOn: least(({ writesOn }) => writesOn),
    copies: least(({ copies }) => copies),
  };
}

/** The ceiling of each figure. */
function expectWithin(counts: Counts, most: Counts): void {
  const { statements, ...figures } = counts;
  expect(statements).toEqual(most.statements);
  const over = Object.entries(figures).filter(
    ([name, figure]) => figure > Number(new Map(Object.entries(most)).get(name)),
  );
  expect(over).toEqual([]);
}

async function setCutThrough(cutThrough: boolean): Promise<void> {
  await rows.db.updateTable('aliases').set({ cutThrough }).execute();
}

const plain = { questions: 0, signatures: 1, writesBack: 2, writesOn: 2 };

describe('one message on an idle program', () => {
  it('of a sender that wrote before asks the database once', async () => {
    const client = await open(false);
    const known = newSender();
    const counts = await count({ client, sender: () => known, arrives: true });
    client.destroy();
    expectWithin(counts, { ...plain, statements: ['find-aliases'], roundTrips: 1, copies: 1.7 });
  });

  it('costs the same with TLS on both sides', async () => {
    const client = await open(true);
    const known = newSender();
    const counts = await count({ client, sender: () => known, arrives: true });
    client.destroy();
    expectWithin(counts, { ...plain, statements: ['find-aliases'], roundTrips: 1, copies: 1.7 });
  });

  it('of a new sender asks the database twice and DNS three times', async () => {
    const client = await open(false);
    const counts = await count({ client, sender: newSender, arrives: true });
    client.destroy();
    const statements = ['find-aliases', 'store-contacts'];
    expectWithin(counts, { ...plain, questions: 3, statements, roundTrips: 2, copies: 1.7 });
  });

  it('that is spooled first is written once, delivered from memory and erased', async () => {
    await setCutThrough(false);
    const client = await open(false);
    const known = newSender();
    const counts = await count({ client, sender: () => known, arrives: true, endsWith: 'spool-record-outcome' });
    client.destroy();
    await setCutThrough(true);
    const statements = ['find-aliases', 'spool-write', 'spool-record-outcome'];
    expectWithin(counts, { ...plain, statements, roundTrips: 3, copies: 4.8 });
  });

  it('that its destination defers is written once', async () => {
    sink.answerRecipients('451 4.2.0 later');
    const client = await open(false);
    const known = newSender();
    const counts = await count({ client, sender: () => known, arrives: false });
    client.destroy();
    const statements = ['find-aliases', 'spool-write'];
    expectWithin(counts, { ...plain, signatures: 0, writesOn: 1, statements, roundTrips: 2, copies: 4.8 });
  });
});
