import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { findTold } from '#support/find-told.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { quotingReplies, type QuotingSituation } from '#support/quoting-replies.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { openMailProgram } from '#support/submission.ts';
import { watchEventLoop } from '#support/watch-event-loop.ts';

let sink: SmtpSink;
let service: RunningService;
let olive: Owner;
let provider: OutsideSender;
let sender: OutsideSender;

const inbox = 'olive.owner@gmail.com';
const alias = 'quiet-fox@kauke.test';
const bob = 'bob@sender.example';
const host = 'olives-laptop.office.example';
const ip = '203.0.113.77';
const accepted = '250 2.0.0 Message accepted';

/** Whatever tells who Olive is, where she is, and what her provider and her program are called. */
const telling = [
  /olive\.?owner/,
  /owner/,
  /olive/,
  /gmail\.com|googlemail/,
  /office\.example/,
  /203\.0\.113/,
  /0f1e2d3c-aaaa/,
  /safelinks/,
  /gmt\+|\+0?1:?00\b/,
  /reply=/,
  /x-mailer|user-agent|autocrypt|x-gm-|x-pm-|thread-index|mso|imap:|file:/,
];

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({ SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'op@ops.example' });
  olive = await signUpOwner(service, 'account@home.example');
  await olive.createAlias('quiet-fox', [inbox]);
  for (const { raw } of await sink.waitForMessages(2)) if (raw.includes(inbox)) await confirmInbox(olive, raw);
  provider = createOutsideSender(service.dns, 'gmail.com');
  sender = createOutsideSender(service.dns, 'sender.example');
}, 60_000);

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function deliver(from: string, to: string, data: Buffer): Promise<string | null> {
  return (await sendMessage({ port: service.mxPort, from, to, data, timeoutMs: 60_000 })).data;
}

/** What came of one action at one address. */
async function arrivals(at: string, action: () => Promise<unknown>): Promise<Buffer[]> {
  const before = sink.messages.length;
  await action();
  return sink.messages.slice(before).flatMap(({ rcptTo, raw }) => (rcptTo.includes(at) ? [raw] : []));
}

function valueOf(raw: Buffer, key: string): string {
  const field = parseMessage(raw).fields.find((candidate) => candidate.key === key);
  return field === undefined ? '' : fieldText(field);
}

let serial = 0;

/** What Olive's program knows when she answers a message of Bob's. */
async function situation(): Promise<QuotingSituation> {
  serial += 1;
  const written = [
    `From: Bob Builder <${bob}>`,
    `To: ${alias}`,
    'Subject: The plan',
    'Date: Sat, 21 Nov 2026 12:02:00 +0000',
    `Message-ID: <bob-${serial}@sender.example>`,
    '',
    'Sure?',
    '',
  ];
  const letter = await sender.sign(written.join('\r\n'));
  const [forwarded] = await arrivals(inbox, () => deliver(bob, alias, letter));
  if (forwarded === undefined) throw new Error('nothing was forwarded');
  const [author] = parseMailboxes(valueOf(forwarded, 'from'));
  return {
    owner: inbox,
    spelled: 'oliveowner@googlemail.com',
    ownerName: 'Olive Owner',
    host,
    ip,
    shownAs: author?.name ?? '',
    reverse: author?.address ?? '',
    messageId: valueOf(forwarded, 'message-id'),
  };
}

async function reply(content: string, { reverse }: QuotingSituation): Promise<Buffer[]> {
  const signed = await provider.sign(content);
  return arrivals(bob, async () => expect(await deliver(inbox, reverse, signed)).toBe(accepted));
}

it.each(Object.entries(quotingReplies))('%s tells nothing of its owner', async (_, write) => {
  const given = await situation();
  const content = write(given);
  expect(findTold(Buffer.from(content), telling).length).toBeGreaterThan(4);
  const [raw, ...others] = await reply(content, given);
  expect(others).toEqual([]);
  expect(findTold(raw ?? Buffer.alloc(0), telling)).toEqual([]);
  expect(raw?.toString()).toContain(alias);
});
