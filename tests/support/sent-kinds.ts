import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { failures } from '#support/bounce-samples.ts';
import { createOutsideSender } from '#support/outside-sender.ts';
import { crlf, quoted } from '#support/reply-situation.ts';
import { confirmInbox } from '#support/running-service.ts';
import { annsInbox, dateNow, type SendingService } from '#support/sending-service.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';

const bob = 'bob@example.net';
const words = [
  'Hi Ann,',
  '',
  'the shelf arrived this morning and fits below the window. I can bring the',
  'drill on Saturday after ten, if that suits you. Shall we have lunch then?',
  '',
  'Best,',
  'Bob',
];

let serial = 0;

/** A message as a program of somebody's office writes it. */
function write(
  from: string,
  to: string,
  fields: readonly string[],
  text: readonly string[],
  subject = 'The shelf',
): string {
  serial += 1;
  const domain = /@([a-z.]+)/.exec(from)?.[1] ?? '';
  return crlf([
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${dateNow()}`,
    `Message-ID: <5f0c9a2e-4b7d-11ef-${serial}@${domain}>`,
    'MIME-Version: 1.0',
    ...fields,
    '',
    ...text,
  ]);
}

const plain = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
const alternative = ['Content-Type: multipart/alternative; boundary="=_b1"'];

function bothForms(text: readonly string[], more = ''): string[] {
  const html = `<html><head><title>Mail</title></head><body>${text.map((line) => `<p>${line}</p>`).join('\r\n')}${more}</body></html>`;
  const coded = ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'];
  return ['--=_b1', ...plain, '', ...text, '', '--=_b1', ...coded, '', quoted(html), '', '--=_b1--'];
}

const newsletter = [
  'List-Id: Shop news <news.example.info>',
  'List-Unsubscribe: <https://example.info/u/12345>, <mailto:leave@example.info?subject=12345>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  'Precedence: bulk',
  'Feedback-ID: news:12345',
];
const news = [
  'Dear Ann,',
  'our autumn catalogue is here, with forty new lamps and shelves for small rooms.',
  'Your shop',
];
const picture = '<p><img src="https://example.info/lamp.png" alt="A lamp" width="300" height="200"></p>';

type Send = (world: SendingService) => Promise<SinkMessage>;

/** What Ann gets of a message to an alias of hers. */
function forwarded(
  author: 'bob' | 'list' | 'shop' | null,
  from: string,
  compose: (alias: string) => string,
  settings?: object,
): Send {
  return async (world) => {
    serial += 1;
    const alias = await world.addAlias(`ann-alias-${serial}`, settings);
    const raw = Buffer.from(compose(alias));
    const signed = author === null ? raw : await world.authors[author].sign(raw);
    return world.arrivalOf(annsInbox, () => world.deliver(from, alias, signed));
  };
}

function valueOf({ raw }: SinkMessage, name: string): string {
  const field = parseMessage(raw).fields.find(({ key }) => key === name);
  return field === undefined ? '' : fieldText(field);
}

const sendPlain = forwarded('bob', bob, (alias) => write(`Bob Builder <${bob}>`, alias, plain, words));

/** What Bob gets of an answer of Ann's. */
const sendReply: Send = async (world) => {
  const answered = await sendPlain(world);
  const reverse = parseMailboxes(valueOf(answered, 'from'))[0]?.address ?? '';
  const answer = ['Saturday is fine.', '', ...words.map((line) => `> ${line}`)];
  const thread = [`In-Reply-To: ${valueOf(answered, 'message-id')}`, `References: ${valueOf(answered, 'message-id')}`];
  const raw = write(`Ann Smith <${annsInbox}>`, reverse, [...thread, ...plain], answer, 'Re: The shelf');
  const signed = await world.authors.ann.sign(raw);
  return world.arrivalOf(bob, () => world.deliver(annsInbox, reverse, signed));
};

/** What is written about an account, once the inbox is confirmed. */
const digest: Send = async (world) => {
  await world.owner.send('PATCH', '/api/account', { holdDays: 7, heldDigest: true });
  const alias = await world.addAlias('held');
  createOutsideSender(world.service.dns, 'bank.example.biz', { policy: 'reject' });
  const forged = write('The Bank <service@bank.example.biz>', alias, plain, words, 'Your account');
  return world.arrivalOf(annsInbox, () => world.deliver('eve@example.net', alias, Buffer.from(forged)));
};

const tellSender: Send = async (world) => {
  const alias = await world.addAlias('stored', { cutThrough: false });
  const refusal = { code: 550, text: '5.1.1 No such user' };
  world.sink.setScript({ onRcpt: (address) => (address === annsInbox ? refusal : 'accept') });
  const raw = await world.authors.bob.sign(write(`Bob Builder <${bob}>`, alias, plain, words));
  const told = await world.arrivalOf(bob, () => world.deliver(bob, alias, raw));
  world.sink.setScript({});
  return told;
};

/** The server of whoever got an answer took it, and gives it back. */
const tellOwner: Send = async (world) => {
  const { mailFrom } = await sendReply(world);
  const [bounce] = Object.values(failures);
  return world.arrivalOf(annsInbox, () => world.deliver('', mailFrom, Buffer.from(bounce?.content ?? '')));
};

/** Confirms the inbox as well: all others come after it. */
const confirmation: Send = async (world) => {
  const mail = await world.arrivalOf(annsInbox, () => world.addAlias('first'));
  await confirmInbox(world.owner, mail.raw);
  return mail;
};

/** Of another inbox, in the language of the account. */
function confirmationIn(language: 'de' | 'lt'): Send {
  return async (world) => {
    await world.owner.send('PATCH', '/api/account', { language });
    const other = `ann.${language}@example.com`;
    const mail = await world.arrivalOf(other, () => world.addAlias(`first-${language}`, undefined, other));
    await world.owner.send('PATCH', '/api/account', { language: 'en' });
    return mail;
  };
}

const passwordReset: Send = (world) =>
  world.arrivalOf('ann.account@example.com', () =>
    world.owner.send('POST', '/api/auth/password/forgot', { email: 'ann.account@example.com' }),
  );

/** What we send, kind by kind, in an order that works. */
export const sentKinds: Readonly<Record<string, Send>> = {
  'confirmation of an inbox': confirmation,
  'confirmation, in German': confirmationIn('de'),
  'confirmation, in Lithuanian': confirmationIn('lt'),
  'new password': passwordReset,
  'forwarded, plain text': sendPlain,
  'forwarded, plain text and HTML': forwarded('bob', bob, (alias) =>
    write(`Bob Builder <${bob}>`, alias, alternative, bothForms(words)),
  ),
  'forwarded, names with umlauts': forwarded('bob', bob, (alias) =>
    write(
      `=?utf-8?Q?J=C3=BCrgen_M=C3=BCller?= <${bob}>`,
      alias,
      plain,
      words,
      '=?utf-8?Q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln?=',
    ),
  ),
  'forwarded, of a mailing list': forwarded('list', 'talk-bounces@example.edu', (alias) =>
    write(
      'Carol <carol@example.biz>',
      'talk@example.edu',
      [
        'List-Id: Talk <talk.example.edu>',
        'List-Post: <mailto:talk@example.edu>',
        'Precedence: list',
        `Cc: ${alias}`,
        ...plain,
      ],
      words,
      '[talk] The shelf',
    ),
  ),
  'forwarded newsletter': forwarded('shop', 'bounce-12345@example.info', (alias) =>
    write(
      'Shop <news@example.info>',
      alias,
      [...newsletter, ...alternative],
      bothForms(news, picture),
      'Forty new lamps',
    ),
  ),
  'forwarded newsletter, trackers out, own button': forwarded(
    'shop',
    'bounce-12345@example.info',
    (alias) =>
      write(
        'Shop <news@example.info>',
        alias,
        [...newsletter, ...alternative],
        bothForms(news, `${picture}<img src="https://example.info/o.gif?id=1" width="1" height="1" alt="">`),
        'Forty new lamps',
      ),
    { removeTrackers: true, unsubscribe: 'pause' },
  ),
  'forwarded, not verified': forwarded(null, 'dave@example.biz', (alias) =>
    write('Dave <dave@example.biz>', alias, plain, words),
  ),
  'reply as the alias': sendReply,
  'digest of held mail': digest,
  'report to a sender (DSN)': tellSender,
  'report to an owner': tellOwner,
};
