import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromNameColumn } from '#core/aliases/standing/from-name.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import {
  headerOf,
  openMailProgram,
  ownersInbox,
  startListeners,
  startSendingTest,
  type Sender,
  type SendingTest,
} from '#support/submission.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { greetSecurely, plainResponse } from '#support/submission-listener.ts';

let test: SendingTest;
let sender: Sender;

beforeAll(async () => {
  test = await startSendingTest();
});
beforeEach(async () => {
  sender = await test.addSender();
});
afterAll(() => test.close());

/** Sends by nodemailer under STARTTLS. */
async function submit(to: readonly string[], raw: string): Promise<void> {
  const program = openMailProgram({ port: test.listeners.submissionPort, ...sender.credential });
  await program.sendMail({ envelope: { from: sender.address, to: [...to] }, raw });
  program.close();
}

/** The token of Bob's reverse address. */
function tokenOfBob(): string {
  return reverseToken(test.mail.context.keys, {
    userId: sender.userId,
    aliasAddress: sender.address,
    correspondent: 'bob@b.example',
  });
}

describe('a message from a mail program', () => {
  it('goes out as the alias, signed, with what is missing and nothing of its owner', async () => {
    const raw = sender.message([
      'Received: from laptop.home (203.0.113.9) by relay',
      'User-Agent: Pigeon 4.2',
      `Reply-To: ${ownersInbox}`,
      'X-Originating-IP: 203.0.113.9',
      'Bcc: carol@c.example',
    ]);
    const messages = await test.arrivals(2, () => submit(['bob@b.example', 'carol@c.example'], raw));
    expect(new Set(messages.flatMap(({ rcptTo }) => rcptTo))).toEqual(new Set(['bob@b.example', 'carol@c.example']));
    for (const message of messages) {
      const header = headerOf(message);
      expect(header.get('from')).toBe(`"Shoe Fan" <${sender.address}>`);
      expect(header.get('to')).toBe('"Bob" <bob@b.example>');
      expect(header.get('date')).toMatch(/\+0000$/);
      expect(header.get('message-id')).toMatch(/^<[^<>]+@kauke\.test>$/);
      expect(header.get('dkim-signature')).toContain('d=kauke.test');
      expect(message.mailFrom).toMatch(/^b=[a-z2-7]+@kauke\.test$/);
      // Three letters may stand by chance in a signature or a Message-ID.
      expect(header.has('bcc')).toBe(false);
      const text = message.raw.toString();
      expect(text).toContain('Hello Bob.');
      for (const secret of [ownersInbox, '203.0.113.9', 'laptop.home', 'Pigeon', 'carol', '127.0.0.1']) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('has each field once that may stand once, or does not go out', async () => {
    const twice = ['MIME-Version: 1.0', 'Content-Type: text/plain', 'Content-Type: text/plain', 'Subject: Sneakers'];
    const [message] = await test.arrivals(1, () => submit(['bob@b.example'], sender.message(twice)));
    const header = String(message?.raw).split('\r\n\r\n', 1)[0] ?? '';
    for (const name of ['Content-Type', 'Subject', 'MIME-Version']) {
      expect(header.match(new RegExp(`^${name}:`, 'gim'))).toHaveLength(1);
    }
    const client = await sender.signIn();
    expect(await sender.send(client, ['bob@b.example'], sender.message(['Subject: Boots']))).toMatch(/^550 5\.6\.0 /);
    client.destroy();
  });

  it('does not show the inbox of its owner where a program shows it for a name', async () => {
    const raw = sender.message().replace('Shoe Fan', `Shoe Fan, ${ownersInbox}`);
    const [message] = await test.arrivals(1, () => submit(['bob@b.example'], raw));
    expect(message && headerOf(message).get('from')).toMatch(/^"Shoe Fan, a-[^"@]*" <a-/);
    expect(message?.raw.toString()).not.toMatch(/real.owner/);
  });

  it('bears the name of the alias, where it has one, and not the one that the program writes', async () => {
    const name = fromNameColumn(test.mail.context.keys, 'aliases', sender.aliasId, 'Anna Müller');
    await test.mail.context.database.db.updateTable('aliases').set(name).where('id', '=', sender.aliasId).execute();
    const [message] = await test.arrivals(1, () => submit(['bob@b.example'], sender.message()));
    const from = (message && headerOf(message).get('from')) ?? '';
    expect(parseSoleMailbox(from)).toMatchObject({ name: 'Anna Müller', address: sender.address });
    expect(String(message?.raw)).not.toContain('Shoe Fan');
  });

  it('comes in by TLS from the first octet too', async () => {
    const program = openMailProgram({ port: test.listeners.submissionsPort, secure: true, ...sender.credential });
    const envelope = { from: sender.address, to: 'bob@b.example' };
    const [message] = await test.arrivals(1, () => program.sendMail({ envelope, raw: sender.message() }));
    program.close();
    expect(message?.rcptTo).toEqual(['bob@b.example']);
  });

  it.each(['equals', 'plain'] as const)(
    'reaches a correspondent by the reverse address, which the correspondent never sees: %s',
    async (spelling) => {
      const reverse = reverseAddress(tokenOfBob(), 'kauke.test', spelling);
      const client = await sender.signIn();
      await client.command(`MAIL FROM:<${sender.address}>`);
      expect(await client.command(`RCPT TO:<${reverse}>`)).toBe('550 5.1.1 No such address here');
      client.end();
      await test.arrivals(1, () => submit(['bob@b.example'], sender.message()));
      const raw = sender.message([`Cc: "Bob (bob at b.example)" <${reverse}>`]).replace('Bob <bob@b.example>', reverse);
      const messages = await test.arrivals(1, () => submit([reverse], raw));
      expect(messages.map(({ rcptTo }) => rcptTo)).toEqual([['bob@b.example']]);
      for (const message of messages) {
        expect(message.raw.toString()).not.toContain(tokenOfBob());
        expect(headerOf(message).get('to')).toBe('bob@b.example');
      }
    },
  );

  it('makes its recipients known, so that their answers come under the same reverse address', async () => {
    await test.arrivals(1, () => submit(['bob@b.example'], sender.message()));
    const content = `From: bob@b.example\r\nTo: ${sender.address}\r\nSubject: Re: Sneakers\r\n\r\nHi.\r\n`;
    const answers = await test.arrivals(1, () => test.mail.send(sender.address, { from: 'bob@b.example', content }));
    expect(answers.map(({ rcptTo }) => rcptTo)).toEqual([[ownersInbox]]);
    for (const answer of answers) {
      expect(headerOf(answer).get('from')).toContain(reverseAddress(tokenOfBob(), 'kauke.test'));
    }
  });

  it('reaches another alias of the same installation', async () => {
    const other = await test.mail.addAlias({ local: `b-${randomUUID()}`, targets: ['carol@c.example'] });
    const raw = sender.message().replace('bob@b.example', other.address);
    const messages = await test.arrivals(1, () => submit([other.address], raw));
    expect(messages.map(({ rcptTo }) => rcptTo)).toEqual([['carol@c.example']]);
    for (const message of messages) {
      expect(headerOf(message).get('from')).toContain('reply=');
      expect(message.raw.toString()).not.toContain(ownersInbox);
    }
  });

  it('is taken only when it is stored', async () => {
    const client = await sender.signIn();
    const { pool } = test.mail.context.database;
    await pool.query('alter table spool_messages rename to spool_messages_away');
    try {
      expect(await sender.send(client, ['bob@b.example'], sender.message())).toMatch(/^451 4\.3\.0/);
    } finally {
      await pool.query('alter table spool_messages_away rename to spool_messages');
    }
    const again = (): Promise<string> => sender.send(client, ['bob@b.example'], sender.message());
    const messages = await test.arrivals(1, again);
    expect(messages.map(({ rcptTo }) => rcptTo)).toEqual([['bob@b.example']]);
  });

  it.each([
    ['another From', (raw: string) => raw.replace(/<.*@kauke/, '<other@kauke'), '550 5.7.1 The From'],
    ['two From fields', (raw: string) => `From: you@b.example\r\n${raw}`, '550 5.6.0'],
    ['no From', (raw: string) => raw.replace(/^From/, 'X-From'), '550 5.6.0'],
    ['two authors', (raw: string) => raw.replace('\r\nTo:', ', you@b.example\r\nTo:'), '550 5.6.0'],
    ['a bare LF', (raw: string) => `${raw}a\nb`, '550 5.6.0'],
    [
      'a key of its owner',
      (raw: string) => raw.replace('\r\n\r\n', '\r\nContent-Type: application/pgp-keys\r\n\r\n'),
      '550 5.7.1 A key',
    ],
  ])('is refused with %s', async (_, change, reply) => {
    await test.mail.drained();
    const before = test.sink.received.length;
    const client = await sender.signIn();
    expect(await sender.send(client, ['bob@b.example'], change(sender.message()))).toContain(reply);
    await test.mail.drained();
    expect(test.sink.received).toHaveLength(before);
  });
});

it('finishes what is in hand when the listeners close, and takes nothing new', async () => {
  const mine = await startListeners(test.mail);
  const client = await greetSecurely(mine.submissionPort);
  await client.command(`AUTH PLAIN ${plainResponse(sender.credential)}`);
  await client.command(`MAIL FROM:<${sender.address}>`);
  await client.command('RCPT TO:<bob@b.example>');
  await client.command('DATA');
  const closed = mine.close(5_000);
  const messages = await test.arrivals(1, async () => {
    await client.send(`${sender.message()}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250 /);
  });
  expect(await client.reply()).toMatch(/^421 /);
  await closed;
  expect(messages.map(({ rcptTo }) => rcptTo)).toEqual([['bob@b.example']]);
  await expect(connectSmtp({ port: mine.submissionsPort })).rejects.toThrow('ECONNREFUSED');
});
