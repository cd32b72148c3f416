import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { expectAfter } from '#support/expect-after.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { sendMessage, type SendReplies } from '#support/smtp-client.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';
import { headerOf, ownersInbox, startSendingTest, type Sender, type SendingTest } from '#support/submission.ts';

let test: SendingTest;
let office: OutsideSender;
let strangers: OutsideSender;
let sender: Sender;

beforeAll(async () => {
  test = await startSendingTest();
  office = createOutsideSender(test.mail.dns, 'inbox.example');
  strangers = createOutsideSender(test.mail.dns, 'b.example', { addresses: ['127.0.0.1'] });
});
beforeEach(async () => {
  sender = await test.addSender();
});
afterAll(() => test.close());

const accepted = '250 2.0.0 Message accepted';
const noSuchAddress = '550 5.1.1 No such address here';

/** The address by which the owner of an alias writes to somebody as the alias. */
function sendAddress({ address }: Pick<Sender, 'address'>, correspondent: string): string {
  return address.replace('@', `+${correspondent.replace('@', '=')}@`);
}

function letter(to: string, from = ownersInbox, fields: readonly string[] = []): string {
  const id = `Message-ID: <${randomUUID()}@inbox.example>`;
  return [`From: Olive <${from}>`, `To: ${to}`, id, 'Subject: Sneakers', ...fields, '', 'Hello.', ''].join('\r\n');
}

/** Over port 25, as the inbox's own server sends it. */
async function mx(from: string, to: string | readonly string[], data: string | Buffer): Promise<SendReplies> {
  return sendMessage({ port: test.listeners.mxPort ?? 0, from, to, data });
}

async function signed(to: string | readonly string[], data: string): Promise<SendReplies> {
  return mx(ownersInbox, to, await office.sign(data));
}

/** What the sink gets by `send`; it must be something. */
async function arrival(send: () => Promise<unknown>): Promise<SinkMessage> {
  const [message] = await test.arrivals(1, send);
  if (message === undefined) throw new Error('nothing arrived');
  return message;
}

function sole(value: string | undefined): string {
  const [mailbox] = parseMailboxes(value ?? '');
  return mailbox?.address ?? '';
}

describe('a send address at RCPT', () => {
  it('is answered word for word as the alias alone', async () => {
    const day = 24 * 60 * 60 * 1000;
    const pending = { targets: [ownersInbox], unconfirmed: [ownersInbox] };
    const aliases = [
      sender,
      await test.mail.addAlias({ local: `paused-${randomUUID()}`, targets: [ownersInbox], active: false }),
      await test.mail.addAlias({ local: `new-${randomUUID()}`, ...pending }),
      await test.mail.addAlias({ local: `stale-${randomUUID()}`, ...pending, ageMs: 8 * day }),
      { address: 'nobody@kauke.test' },
    ];
    for (const alias of aliases) {
      const to = [alias.address, sendAddress(alias, 'bob@b.example')];
      const { rcpt } = await mx('', to, await strangers.sign(letter('x@y.example')));
      expect(rcpt[1]).toBe(rcpt[0]?.replace(alias.address, to[1] ?? ''));
    }
  });

  it('is none where it is too long for a local part', async () => {
    const long = `${'b'.repeat(64)}@b.example`;
    const { rcpt } = await signed(sendAddress(sender, long), letter('x@b.example'));
    expect(rcpt).toEqual([noSuchAddress]);
  });

  it('is none without a domain with a dot: then it is a tag, and the owner’s own mail', async () => {
    for (const tag of ['shop=2024', 'bob=localhost', 'a=1.5', '=b.example']) {
      const to = sender.address.replace('@', `+${tag}@`);
      const message = await arrival(async () => {
        const { data } = await mx('carol@b.example', to, await strangers.sign(letter(to, 'carol@b.example')));
        expect(data).toBe(accepted);
      });
      expect(message.rcptTo).toEqual([ownersInbox]);
    }
  });
});

describe('what the owner of an alias mails to its send address', () => {
  it('reaches the correspondent as the alias, whose answer comes back by a reverse address', async () => {
    const to = sendAddress(sender, 'Bob.Builder@b.example');
    const out = await arrival(async () =>
      expect(await signed(to, letter(`Bob <${to}>`))).toMatchObject({ data: accepted }),
    );
    expect(out.rcptTo).toEqual(['Bob.Builder@b.example']);
    expect(headerOf(out).get('from')).toBe(sender.address);
    expect(headerOf(out).get('to')).toBe('"Bob" <Bob.Builder@b.example>');
    expect(out.raw.toString()).not.toContain('inbox.example');

    const answer = letter(sender.address, 'bob.builder@b.example');
    const back = await arrival(async () => mx('bob.builder@b.example', sender.address, await strangers.sign(answer)));
    expect(back.rcptTo).toEqual([ownersInbox]);
    const reverse = sole(headerOf(back).get('from'));
    expect(reverse).toMatch(/^reply=/);
    const again = await arrival(() => signed(reverse, letter(reverse)));
    expect(again.rcptTo).toEqual(['Bob.Builder@b.example']);
  });

  it('reaches everybody it names, by send address or reverse address, in any spelling', async () => {
    const { keys, contacts } = test.mail.context;
    const token = reverseToken(keys, {
      userId: sender.userId,
      aliasAddress: sender.address,
      correspondent: 'dan@c.example',
    });
    await contacts.store(sender.aliasId, [{ token, correspondent: 'dan@c.example' }]);
    const reverse = reverseAddress(token, 'kauke.test');
    const to = [
      sendAddress(sender, 'bob@b.example'),
      sendAddress(sender, 'Carol=x+y@c.example').toUpperCase(),
      reverse,
      sendAddress(sender, 'eve@b.example'),
    ];
    const field = [`"${to[0]?.split('@')[0] ?? ''}"@kauke.test`, ...to.slice(1, 3)].join(', ');
    const sent = await test.arrivals(3, () =>
      signed(to.slice(0, 3), letter(field, ownersInbox, [`Cc: Eve <${to[3] ?? ''}>`])),
    );
    expect(sent.flatMap(({ rcptTo }) => rcptTo.map((address) => address.toLowerCase())).toSorted()).toEqual([
      'bob@b.example',
      'carol=x+y@c.example',
      'dan@c.example',
    ]);
    for (const message of sent) {
      expect(headerOf(message).get('to')?.toLowerCase()).toBe('bob@b.example, carol=x+y@c.example, dan@c.example');
      expect(headerOf(message).get('cc')).toBe('"Eve" <eve@b.example>');
    }
  });

  it('opens a reverse address in it, as add-ons write that turn every recipient', async () => {
    const { keys, contacts } = test.mail.context;
    const alias = await test.mail.addAlias({ local: `s${randomUUID().slice(0, 8)}`, targets: [ownersInbox] });
    const token = reverseToken(keys, {
      userId: alias.userId,
      aliasAddress: alias.address,
      correspondent: 'dan@c.example',
    });
    await contacts.store(alias.aliasId, [{ token, correspondent: 'dan@c.example' }]);
    const to = sendAddress(alias, reverseAddress(token, 'kauke.test'));
    const out = await arrival(() => signed(to, letter(to)));
    expect([out.rcptTo, headerOf(out).get('to')]).toEqual([['dan@c.example'], 'dan@c.example']);
  });

  it('is handed over in process where the correspondent is on one of our domains', async () => {
    const neighbour = await test.mail.addAlias({ local: `n-${randomUUID().slice(0, 8)}`, targets: ['nora@c.example'] });
    const short = await test.mail.addAlias({ local: `s${randomUUID().slice(0, 8)}`, targets: [ownersInbox] });
    const to = sendAddress(short, neighbour.address);
    const message = await arrival(async () => expect((await signed(to, letter(to))).data).toBe(accepted));
    expect(message.rcptTo).toEqual(['nora@c.example']);
    expect(headerOf(message).get('from')).toContain(short.address.replace('@', ' at '));
  });

  it('invites the correspondent by their own address', async () => {
    const to = sendAddress(sender, 'bob@b.example');
    const calendar = ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', `ATTENDEE:mailto:${to}`, 'END:VEVENT'];
    const lunch = letter(to, ownersInbox, ['Content-Type: text/calendar; method=REQUEST']).replace(
      'Hello.',
      [...calendar, 'END:VCALENDAR'].join('\r\n'),
    );
    const out = await arrival(() => signed(to, lunch));
    expect(out.raw.toString().replaceAll('\r\n ', '')).toMatch(/\r\nATTENDEE[^\r]*:mailto:bob@b\.example\r\n/);
  });

  it('is sent although a program wrote it, as it answers nobody', async () => {
    const to = sendAddress(sender, 'bob@b.example');
    const out = await arrival(() => signed(to, letter(to, ownersInbox, ['Auto-Submitted: auto-generated'])));
    expect([out.rcptTo, headerOf(out).get('auto-submitted')]).toEqual([['bob@b.example'], 'auto-generated']);
  });

  it('may be a try with an address of their own', async () => {
    const to = sendAddress(sender, ownersInbox);
    const out = await arrival(() => signed(to, letter(to)));
    expect([out.rcptTo, headerOf(out).get('to'), headerOf(out).get('from')]).toEqual([
      [ownersInbox],
      ownersInbox,
      sender.address,
    ]);
  });

  it('is not sent, and they are told why, to whom they blocked, beyond the limits, or with somebody else in it', async () => {
    await test.mail.blockContact(sender, 'blocked@b.example');
    const other = await test.mail.addAlias({ local: `x-${randomUUID()}`, targets: [], userId: sender.userId });
    const { db } = test.mail.context.database;
    const [target] = await db.selectFrom('targets').select('id').where('userId', '=', sender.userId).execute();
    await db
      .insertInto('aliasTargets')
      .values({ aliasId: other.aliasId, targetId: target?.id ?? '', position: 0 })
      .execute();
    const bob = sendAddress(sender, 'bob@b.example');
    const many = Array.from({ length: 21 }, (_, index) => sendAddress(sender, `r${index}@b.example`));
    const refused: [string[], RegExp][] = [
      [[sendAddress(sender, 'blocked@b.example')], /blocked one of its recipients/],
      [many, /At most 20 new recipients/],
      [[bob, sendAddress(other, 'bob@b.example')], /several of your aliases/],
      [[bob, (await test.addSender()).address], /It also goes to/],
    ];
    for (const [to, reason] of refused) {
      const message = await arrival(async () => expect((await signed(to, letter(to.join(', ')))).data).toBe(accepted));
      expect(message.rcptTo).toEqual([ownersInbox]);
      const { text } = await PostalMime.parse(message.raw);
      expect(text).toMatch(reason);
    }
  });
});

describe('a send address from everybody else', () => {
  it('is unknown: one text, no sooner than after 250 ms, and nothing leaves', async () => {
    const to = sendAddress(sender, 'bob@b.example');
    const foreign = await test.mail.addAlias({ local: `f-${randomUUID()}`, targets: ['eve@c.example'] });
    const eves = sendAddress(foreign, 'bob@b.example');
    const paused = await test.mail.addAlias({ local: `p-${randomUUID()}`, targets: [ownersInbox], active: false });
    const strange = letter(to, 'carol@b.example');
    const tries: [string, string[], string | Buffer][] = [
      ['carol@b.example', [to], await strangers.sign(strange)],
      ['', [to], await strangers.sign(strange)],
      // The owner's name without the owner's signature, with one that leaves the address out, or for another alias.
      [ownersInbox, [to], letter(to)],
      [ownersInbox, [to], await office.sign(letter('somebody@b.example'))],
      [ownersInbox, [eves], await office.sign(letter(eves))],
      [ownersInbox, [to, eves], await office.sign(letter(`${to}, ${eves}`))],
      // A known alias beside it does not make it more.
      ['carol@b.example', [to, sender.address], await strangers.sign(strange)],
      ['carol@b.example', [sendAddress(paused, 'bob@b.example')], await strangers.sign(strange)],
      ['carol@b.example', [to, `reply=${'a'.repeat(26)}@kauke.test`], await strangers.sign(strange)],
    ];
    const before = test.sink.received.length;
    for (const [from, recipients, data] of tries) {
      const { rcpt, data: reply } = await expectAfter(245, () => mx(from, recipients, data));
      expect(rcpt.every((answer) => answer.startsWith('250 '))).toBe(true);
      expect(reply).toBe(noSuchAddress);
    }
    expect(test.sink.received.length).toBe(before);
    expect(await test.mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
  });
});

describe('a send address in a mail program', () => {
  it('is sent to with the alias’s own credential', async () => {
    const client = await sender.signIn();
    const to = sendAddress(sender, 'bob@b.example');
    const raw = sender.message().replace('To: Bob <bob@b.example>', `To: Bob <${to}>`);
    const out = await arrival(async () => expect(await sender.send(client, [to], raw)).toMatch(/^250 /));
    expect(out.rcptTo).toEqual(['bob@b.example']);
    expect(headerOf(out).get('to')).toBe('"Bob" <bob@b.example>');
  });

  it('is that of the alias which signed in, and of no other', async () => {
    const client = await sender.signIn();
    const other = await test.addSender();
    await test.mail.blockContact(sender, 'blocked@b.example');
    await client.command(`MAIL FROM:<${sender.address}>`);
    const rcpt = (address: string): Promise<string> => client.command(`RCPT TO:<${address}>`);
    expect(await rcpt(sendAddress(other, 'bob@b.example'))).toBe(noSuchAddress);
    expect(await rcpt(sendAddress({ address: 'nobody@kauke.test' }, 'bob@b.example'))).toBe(noSuchAddress);
    expect(await rcpt(sendAddress(sender, 'blocked@b.example'))).toMatch(/^550 5\.7\.1 You have blocked/);
    expect(await rcpt(sendAddress(sender, 'bob@b.example'))).toMatch(/^250 /);
  });
});
