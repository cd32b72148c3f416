import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { createTestMail, type TestAlias, type TestContext, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkMessage } from '#support/smtp-sink.ts';

export const inbox = 'ann@office.example';
export const bob = 'bob@sender.example';

/** What came of one message. */
export interface Answered {
  readonly reply: SmtpReply;
  readonly arrived: readonly SinkMessage[];
}

/** An inbox behind an alias, and programs that send to the return paths of what is forwarded there. */
export interface ReturnPaths {
  readonly mail: TestMail;
  /** The provider of the inbox. */
  readonly office: OutsideSender;
  addAlias(): Promise<TestAlias>;
  letOut(alias: TestAlias, autoReplies: boolean): Promise<void>;
  /** A message of Bob's, or of whoever `fields` name, as it reached the inbox. */
  forwarded(alias: TestAlias, fields?: readonly string[], context?: TestContext): Promise<SinkMessage>;
  /** Sends what the inbox's provider signed. */
  answer(lines: readonly string[], to: string | readonly string[], from?: string): Promise<Answered>;
  during(work: () => Promise<SmtpReply>): Promise<Answered>;
  /** How many refusals count against inboxes. */
  refusals(): Promise<number>;
  close(): Promise<void>;
}

/** As Debian's `vacation` writes it: from its owner, with nothing that says what it is. */
export function note(to: string): string[] {
  return [`From: Ann <${inbox}>`, `To: ${to}`, 'Subject: away from my mail', '', 'I am away until Monday.', ''];
}

/** The number in the Message-ID of what was forwarded last. */
export let lastLetter = 0;

async function startReturnPaths(): Promise<ReturnPaths> {
  const sink = await startSmtpSink();
  const mail = await createTestMail({
    transport: createSinkTransport({ 'office.example': sink.port, 'sender.example': sink.port }),
  });
  const office = createOutsideSender(mail.dns, 'office.example', { addresses: ['192.0.2.7'] });
  const sender = createOutsideSender(mail.dns, 'sender.example', { addresses: ['192.0.2.7'] });
  const { db } = mail.context.database;
  mail.worker();
  let round = 0;
  const during: ReturnPaths['during'] = async (work) => {
    const before = sink.messages.length;
    const reply = await work();
    await mail.drained();
    return { reply, arrived: sink.messages.slice(before) };
  };
  return {
    mail,
    office,
    during,
    addAlias() {
      round += 1;
      return mail.addAlias({ local: `away-${round}`, targets: [inbox] });
    },
    async letOut({ aliasId }, autoReplies) {
      await db.updateTable('aliases').set({ autoReplies }).where('id', '=', aliasId).execute();
    },
    async forwarded({ address }, fields = [], context = mail.context) {
      lastLetter += 1;
      const author = fields.some((field) => field.startsWith('From:')) ? [] : [`From: ${bob}`];
      const head = [...author, `To: ${address}`, 'Subject: Lunch', `Message-ID: <${lastLetter}@sender.example>`];
      const content = await sender.sign([...head, ...fields, '', 'Today?', ''].join('\r\n'));
      const { arrived } = await during(() => mail.send(address, { from: bob, content, context }));
      const [message] = arrived;
      if (message === undefined) throw new Error('nothing was forwarded');
      return message;
    },
    async answer(lines, to, from = inbox) {
      const content = await office.sign(lines.join('\r\n'));
      return during(() => mail.send(to, { from, content }));
    },
    async refusals() {
      const counted = await db.selectFrom('rateLimits').select('actionType').execute();
      return counted.filter(({ actionType }) => actionType === 'target_refused').length;
    },
    async close() {
      await mail.close();
      await sink.stop();
    },
  };
}

/** One for all tests of a file, which each of them is given with an alias of its own. */
export function withReturnPaths(begin: (paths: ReturnPaths, alias: TestAlias) => void | Promise<void>): void {
  let paths: ReturnPaths;
  beforeAll(async () => {
    paths = await startReturnPaths();
  });
  afterAll(() => paths.close());
  beforeEach(async () => begin(paths, await paths.addAlias()));
}
