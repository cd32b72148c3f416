import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { DeliveryRequests, NotifyOn } from '#protocol/smtp-server/delivery-requests.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let mail: TestMail;
let bob: OutsideSender;
let before = 0;

const inbox = 'ann.private@inbox.example';
const gone = 'gone@inbox.example';
const sender = 'bob@sender.example';
const content = [
  'From: bob@sender.example',
  'To: x@kauke.test',
  'Subject: Lunch',
  'Message-ID: <1@sender.example>',
  '',
  'x',
  '',
];

beforeAll(async () => {
  sink = await startSmtpSink();
  const { port } = sink;
  mail = await createTestMail({
    transport: createSinkTransport({ 'inbox.example': port, 'sender.example': port, 'other.example': port }),
  });
  bob = createOutsideSender(mail.dns, 'sender.example', { addresses: ['192.0.2.7'] });
  mail.worker();
});
beforeEach(() => {
  before = sink.messages.length;
  sink.setScript({ onRcpt: (address) => (address === gone ? { code: 550, text: '5.1.1 unknown' } : 'accept') });
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

function asking(...notify: readonly (readonly NotifyOn[] | null)[]): DeliveryRequests {
  const recipients = notify.map((events) => ({ notify: events && new Set(events), original: 'rfc822;old@x.example' }));
  return { envelopeId: 'QQ=1', returnsAll: true, recipients };
}

async function send(to: readonly string[], requests: DeliveryRequests, from = sender): Promise<readonly SinkMessage[]> {
  expect(await mail.send(to, { from, requests, content: await bob.sign(content.join('\r\n')) })).toEqual(
    smtpReplies.messageAccepted,
  );
  await mail.drained();
  return sink.messages.slice(before);
}

function finalRecipients(arrived: readonly SinkMessage[]): (string | undefined)[] {
  return arrived
    .filter(({ rcptTo }) => rcptTo[0] === sender)
    .map(({ raw }) => /^Final-Recipient: rfc822; (.*)\r$/mu.exec(raw.toString())?.[1]);
}

/** Without what is drawn anew for each report. */
function sameOf({ raw }: SinkMessage | undefined = {} as SinkMessage, alias: string): string {
  const text = raw.toString();
  const boundary = /boundary="([^"]+)"/u.exec(text)?.[1] ?? '';
  return text
    .slice(text.indexOf('\r\nFrom:'))
    .replaceAll(alias, 'ALIAS')
    .replaceAll(boundary, 'BOUNDARY')
    .replaceAll(/^(?:Date|Message-ID): .*(?:\r\n .*)*$/gmu, '');
}

it('is one report for each alias that was asked about, alike whether it is live, paused or has blocked the sender', async () => {
  const live = await mail.addAlias({ local: 'live', targets: [inbox] });
  const paused = await mail.addAlias({ local: 'rest', targets: [inbox], active: false });
  const blocking = await mail.addAlias({ local: 'wall', targets: [inbox] });
  await mail.blockContact(blocking, sender);
  const silent = await mail.addAlias({ local: 'mute', targets: [inbox] });
  const to = [live, paused, blocking, silent].map(({ address }) => address);
  const success: readonly NotifyOn[] = ['SUCCESS', 'FAILURE'];
  const arrived = await send([...to, live.address], asking(success, success, success, ['FAILURE'], null));
  expect(arrived.filter(({ rcptTo }) => rcptTo[0] === inbox)).toHaveLength(2);
  const reports = arrived.filter(({ rcptTo }) => rcptTo[0] === sender);
  expect(reports.map(({ mailFrom }) => mailFrom)).toEqual(['', '', '']);
  const told = (alias: string) => reports.find(({ raw }) => raw.includes(`Final-Recipient: rfc822; ${alias}`));
  const texts = to.slice(0, 3).map((alias) => sameOf(told(alias), alias));
  expect(texts[0]).toMatch(
    /Original-Envelope-Id: QQ=1\r\nReporting-MTA: dns; \S+\r\n\r\nOriginal-Recipient: rfc822; old@x\.example\r\nFinal-Recipient: rfc822; ALIAS\r\nAction: relayed\r\nStatus: 2\.0\.0\r\n/u,
  );
  expect(texts[1]).toBe(texts[0]);
  expect(texts[2]).toBe(texts[0]);
  expect(
    reports.every(({ raw }) => !raw.includes('inbox.example') && raw.includes('In-Reply-To: <1@sender.example>')),
  ).toBe(true);
  // The targets learn nothing of it.
  expect(arrived.some(({ rcptTo, raw }) => rcptTo[0] === inbox && /old@x\.example|QQ=1/u.test(raw.toString()))).toBe(
    false,
  );
});

it('names its recipient as the sender’s server did, taken or lost, asked for or not', async () => {
  const taken = await mail.addAlias({ local: 'taken-as', targets: [inbox] });
  const lost = await mail.addAlias({ local: 'lost-as', targets: [gone] });
  const asked = await send(['Taken-As+tag@KAUKE.test', lost.address], asking(['SUCCESS'], ['DELAY']));
  expect(finalRecipients(asked)).toEqual(['Taken-As+tag@KAUKE.test']);
  before = sink.messages.length;
  const to = [taken.address, 'LOST-as+x=y@kauke.test'];
  expect(await mail.send(to, { from: sender, content: await bob.sign(content.join('\r\n')) })).toEqual(
    smtpReplies.messageAccepted,
  );
  await mail.drained();
  expect(finalRecipients(sink.messages.slice(before))).toEqual(['LOST-as+x=y@kauke.test']);
});

it('goes to nobody whose reverse-path was not proven', async () => {
  const { address } = await mail.addAlias({ local: 'proof', targets: [inbox] });
  const arrived = await send([address], asking(['SUCCESS']), 'eve@other.example');
  expect(arrived.map(({ rcptTo }) => rcptTo[0])).toEqual([inbox]);
});

it('is a failure with the names that its sender gave, or the owner’s to hear where the sender wants to hear of none', async () => {
  const taken = await mail.addAlias({ local: 'taken', targets: [inbox] });
  const lost = await mail.addAlias({ local: 'lost', targets: [gone] });
  const to = [taken.address, lost.address];
  const failed = (await send(to, asking(['FAILURE'], ['FAILURE']))).filter(({ rcptTo }) => rcptTo[0] === sender);
  expect(failed).toHaveLength(1);
  expect(sameOf(failed[0], lost.address)).toMatch(
    /Original-Envelope-Id: QQ=1\r\n[^]*Original-Recipient: rfc822; old@x\.example\r\nFinal-Recipient: rfc822; ALIAS\r\nAction: failed\r\n/u,
  );
  before = sink.messages.length;
  const never = await send(to, asking(['FAILURE'], []));
  expect(never.filter(({ rcptTo }) => rcptTo[0] === sender)).toEqual([]);
});
