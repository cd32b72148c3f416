import { createOutsideSender } from '#support/outside-sender.ts';
import type { DnsServer } from '#support/dns-server.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';
import { officeDomain, type CrashAccount } from './crash-account.ts';
import type { CrashMessage } from './crash-message.ts';
import { bouncingInbox } from './crash-sink.ts';
import { idOf, senderOf, subjectOf } from './delivery-name.ts';

/** Makes new messages, all kinds in turn. */
export type MessageMaker = () => Promise<CrashMessage>;

type Headless = Omit<CrashMessage, 'id' | 'content'>;
type Draft = Headless & { readonly text?: string };

function pick<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}

/** Some are longer than what the spool keeps in one row of its own accord. */
function bodyOf(id: number): string {
  return `Body of message ${id}.\r\n`.repeat(id % 3 === 0 ? 300 : 30);
}

function write(id: number, from: string, to: readonly string[]): string {
  return [
    `From: ${from}`,
    `To: ${to.join(', ')}`,
    `Subject: ${subjectOf(id)}`,
    `Message-ID: <crash-${id}@sender.example>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    '',
    bodyOf(id),
  ].join('\r\n');
}

/** What each kind is, from its number on; two of the forwarded ones are for the inbox that bounces. */
function drafts(account: CrashAccount): readonly ((id: number) => Draft)[] {
  const { forwarding, posting, conversations, refusing, bouncing, logins } = account;
  const fromOutside = (id: number, kind: CrashMessage['kind'], aliases: CrashAccount['forwarding']): Draft => ({
    kind,
    entrance: 'mx',
    from: senderOf(id),
    to: aliases.map(({ address }) => address),
    arrivals: aliases.flatMap(({ targets }) => targets),
  });
  const forward = (id: number): Draft => fromOutside(id, 'forward', [pick(forwarding, id)]);
  const webhook = (id: number): Draft => fromOutside(id, 'webhook', [pick(posting, id)]);
  const bounced = (id: number): Draft => fromOutside(id, 'forward', [bouncing]);
  const refusal = (id: number): Draft => {
    const { targets } = pick(forwarding, id);
    return { ...fromOutside(id, 'refusal', [pick(forwarding, id), refusing]), arrivals: [...targets, senderOf(id)] };
  };
  const reply = (id: number): Draft => {
    const { inbox: from, reverseAddresses: to, correspondents: arrivals } = pick(conversations, id);
    return { kind: 'reply', entrance: 'mx', from, to, arrivals };
  };
  const sent = (entrance: 'submission' | 'submissions') => (): Draft => {
    const to = ['eve@other.example', 'frank@another.example'];
    return { kind: 'sent', entrance, from: logins.get(entrance)?.username ?? '', to, arrivals: to };
  };
  return [forward, reply, sent('submission'), webhook, bounced, forward, refusal, reply, sent('submissions'), webhook];
}

/** Publishes the domains that mail comes from: what SPF lets this machine send, and what is signed. */
export function createMessageMaker(account: CrashAccount, dns: DnsServer): MessageMaker {
  createOutsideSender(dns, 'sender.example', { addresses: ['127.0.0.1'] });
  const office = createOutsideSender(dns, officeDomain);
  const kinds = drafts(account);
  let lastId = 0;
  return async () => {
    lastId += 1;
    const id = lastId;
    const draft = pick(kinds, id)(id);
    const content = write(id, draft.from, draft.to);
    return { ...draft, id, content: draft.kind === 'reply' ? await office.sign(content) : content };
  };
}

/** What the server of the bouncing inbox says later about a message it took (RFC 3464). */
export function bounceOf({ raw, mailFrom }: SinkMessage): CrashMessage {
  const id = idOf(bouncingInbox, raw);
  const header = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1');
  const content = [
    'From: MAILER-DAEMON@inbox.example',
    `To: ${mailFrom}`,
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=parts',
    '',
    '--parts',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.inbox.example',
    '',
    `Final-Recipient: rfc822; ${bouncingInbox}`,
    'Action: failed',
    'Status: 5.2.2',
    '--parts',
    'Content-Type: text/rfc822-headers',
    '',
    header,
    '--parts--',
    '',
  ].join('\r\n');
  return { id, kind: 'bounce', entrance: 'mx', from: '', to: [mailFrom], content, arrivals: [senderOf(id)] };
}
