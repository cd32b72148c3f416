import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { readBounceAddress, parseRecipient, reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts } from '#protocol/message/parse-parts.ts';
import { decodeText } from '#protocol/message/transfer-encoding.ts';
import { expectAfter } from '#support/expect-after.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let mail: TestMail;
let office: OutsideSender;
let home: OutsideSender;
let alias: TestAlias;
let sameOwner: TestAlias;
let foreign: TestAlias;

const inbox = 'ann.private@office.example';
const secondInbox = 'ann@home.example';
const bob = 'bob@sender.example';
const carol = 'carol@friends.example';

/** Makes a correspondent known, as a forwarded message does. */
async function meet({ aliasId, userId, address }: TestAlias, correspondent: string): Promise<string> {
  const token = reverseToken(mail.context.keys, { userId, aliasAddress: address, correspondent });
  await mail.context.contacts.store(aliasId, [{ token, correspondent }]);
  return reverseAddress(token, 'kauke.test');
}

beforeAll(async () => {
  sink = await startSmtpSink();
  const domains = ['office.example', 'home.example', 'sender.example', 'friends.example', 'eve.example'];
  const transport = createSinkTransport(Object.fromEntries(domains.map((domain) => [domain, sink.port])));
  mail = await createTestMail({ transport });
  office = createOutsideSender(mail.dns, 'office.example', { addresses: ['192.0.2.7'] });
  home = createOutsideSender(mail.dns, 'home.example', { addresses: ['192.0.2.7'] });
  mail.worker();
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

let round = 0;
beforeEach(async () => {
  sink.setScript({});
  round += 1;
  alias = await mail.addAlias({ local: `alias-${round}`, targets: [inbox, secondInbox], unconfirmed: [secondInbox] });
  sameOwner = await mail.addAlias({ local: `second-${round}`, targets: [], userId: alias.userId });
  const target = await mail.context.database.db
    .selectFrom('targets')
    .select('id')
    .where('userId', '=', alias.userId)
    .execute();
  await mail.context.database.db
    .insertInto('aliasTargets')
    .values(target.map(({ id }, position) => ({ aliasId: sameOwner.aliasId, targetId: id, position })))
    .execute();
  foreign = await mail.addAlias({ local: `foreign-${round}`, targets: ['eve@eve.example'] });
});

function letter(to: string, fields: readonly string[] = [], from = inbox): string {
  return [
    `From: Ann Private <${from}>`,
    `To: ${to}`,
    'Subject: Plan',
    'Message-ID: <1@office.example>',
    ...fields,
    '',
    'words',
    '',
  ].join('\r\n');
}

async function sendSigned(to: string | readonly string[], content: string, from = inbox): Promise<SmtpReply> {
  return mail.send(to, { from, content: await office.sign(content) });
}

function valueOf(message: SinkMessage | undefined, key: string): string {
  const field = parseMessage(message?.raw ?? Buffer.alloc(0)).fields.find((candidate) => candidate.key === key);
  return field === undefined ? '' : fieldText(field);
}

/** What came of one action: to correspondents and to the owner. */
async function during(work: () => Promise<SmtpReply>): Promise<{ reply: SmtpReply; sent: SinkMessage[] }> {
  const before = sink.messages.length;
  const reply = await work();
  await mail.drained();
  return { reply, sent: sink.messages.slice(before) };
}

function change(values: { active?: boolean; autoReplies?: boolean; identityParts?: boolean }): Promise<unknown> {
  return mail.context.database.db.updateTable('aliases').set(values).where('id', '=', alias.aliasId).execute();
}

function textOf({ raw }: SinkMessage): string {
  const [plain] = parseParts(parseMessage(raw)).root.children;
  return plain === undefined ? '' : decodeText(plain);
}

describe('a reply of a proven owner', () => {
  it('reaches the correspondent as the alias, and its bounces come back to the owner', async () => {
    const to = await meet(alias, bob);
    const { reply, sent } = await during(() => sendSigned(to, letter(to)));
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([[bob]]);
    expect(valueOf(sent[0], 'from')).toBe(alias.address);
    expect(valueOf(sent[0], 'dkim-signature')).toContain('d=kauke.test');
    const bounce = parseRecipient(sent[0]?.mailFrom ?? '');
    const token = bounce.kind === 'bounce' ? bounce.token : '';
    const { keys, clock, database } = mail.context;
    const claims = readBounceAddress(keys, { token, domain: 'kauke.test' }, new Date(clock.now()));
    const { number: id } = await database.db
      .selectFrom('aliases')
      .select('number')
      .where('id', '=', alias.aliasId)
      .executeTakeFirstOrThrow();
    expect(claims).toEqual({ names: 'alias', id, of: 'sent' });
  });

  it('reaches everybody it names, once, whatever the envelope repeats', async () => {
    const [first, second] = [await meet(alias, bob), await meet(alias, carol)];
    const content = letter(`${first}, ${second}`, [`Cc: ${alias.address}`]);
    const { sent } = await during(() => sendSigned([first, second, first, alias.address], content));
    expect(sent.flatMap(({ rcptTo }) => rcptTo).toSorted()).toEqual([bob, carol]);
    expect(valueOf(sent[0], 'to')).toBe(`${bob}, ${carol}`);
    expect(valueOf(sent[0], 'cc')).toBe('');
  });

  it('leaves out what mutt, alpine and bsd-mailx make of an empty group', async () => {
    const [to, second] = [await meet(alias, bob), await meet(alias, carol)];
    const odd = `Cc: "Dan (dan at y.example)": ;, Dan, EU, Eve, ;;, ${second}`;
    const { reply, sent } = await during(() => sendSigned(to, letter(`${to}, ;;`, [odd])));
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect([valueOf(sent[0], 'to'), valueOf(sent[0], 'cc')]).toEqual([bob, carol]);
  });

  it('shows everybody in To although its own server sends it to each alone', async () => {
    const [first, second] = [await meet(alias, bob), await meet(alias, carol)];
    const { sent } = await during(() => sendSigned(first, letter(first, [`Cc: ${second}`])));
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([[bob]]);
    expect(valueOf(sent[0], 'cc')).toBe(carol);
  });

  it('waits in the spool while the correspondent’s server is down', async () => {
    const to = await meet(alias, bob);
    sink.setScript({ onRcpt: () => ({ code: 451, text: '4.2.0 later' }) });
    expect(await sendSigned(to, letter(to))).toBe(smtpReplies.messageAccepted);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
    const { sent } = await during(async () => {
      sink.setScript({});
      return smtpReplies.messageAccepted;
    });
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([[bob]]);
  });

  it('may be proven by SPF alone where the owner allows it', async () => {
    const to = await meet(alias, bob);
    const unsigned = (from = inbox): Promise<SmtpReply> => mail.send(to, { from, content: letter(to) });
    expect(await unsigned()).toBe(smtpReplies.replyRefused);
    const { db } = mail.context.database;
    await db.updateTable('targets').set({ spfReplies: true }).where('userId', '=', alias.userId).execute();
    const { sent } = await during(() => unsigned());
    expect(sent).toHaveLength(1);
    for (const from of [`prvs=0123abcdef=${inbox}`, inbox.toUpperCase()])
      expect(await unsigned(from)).toBe(smtpReplies.messageAccepted);
    expect(await unsigned(inbox.replace('@', '+tag@'))).toBe(smtpReplies.replyRefused);
  });
});

describe('a reverse address', () => {
  it('refuses everybody but its proven owner with one answer, in one time, and sends nothing', async () => {
    const to = await meet(alias, bob);
    const foreignTo = await meet(foreign, bob);
    const stranger = 'eve@sender.example';
    const signedByHome = await home.sign(letter(to, [], secondInbox));
    const attempts: [string, () => Promise<SmtpReply>][] = [
      ['unknown', () => sendSigned(`reply=${'a'.repeat(26)}@kauke.test`, letter(to))],
      ['foreign', () => sendSigned(foreignTo, letter(foreignTo))],
      ['at another domain', () => sendSigned(to.replace('kauke', 'mask'), letter(to.replace('kauke', 'mask')))],
      ['not signed', () => mail.send(to, { from: inbox, content: letter(to) })],
      ['by a stranger', () => mail.send(to, { from: stranger, content: letter(to, [], stranger) })],
      ['from an inbox that is not confirmed', () => mail.send(to, { from: secondInbox, content: signedByHome })],
      ['signed for another From', async () => mail.send(to, { from: inbox, content: await home.sign(letter(to)) })],
      [
        'altered',
        async () => mail.send(to, { from: inbox, content: `${(await office.sign(letter(to))).toString()}x` }),
      ],
      ['signed for somebody else', () => sendSigned(to, letter('x@y.example'))],
      ['with one foreign address', () => sendSigned([to, foreignTo], letter(`${to}, ${foreignTo}`))],
      ['with one unknown address', () => sendSigned([to, `reply=${'b'.repeat(26)}@kauke.test`], letter(to))],
    ];
    const before = sink.received.length;
    for (const [name, attempt] of attempts) {
      expect([name, await expectAfter(245, attempt)]).toEqual([name, smtpReplies.replyRefused]);
    }
    expect([sink.received.length, await mail.waiting()]).toEqual([before, { messages: 0, deliveries: 0 }]);
  });

  it('answers alike while DNS is silent, whether it is known or not', async () => {
    const to = await meet(alias, bob);
    const quiet = createOutsideSender(mail.dns, `quiet-${round}.example`);
    const from = `ann@${quiet.domain}`;
    mail.dns.add({ [`s1._domainkey.${quiet.domain}`]: 'servfail', [quiet.domain]: 'servfail' });
    for (const address of [to, `reply=${'a'.repeat(26)}@kauke.test`]) {
      const reply = await mail.send(address, { from, content: await quiet.sign(letter(address, [], from)) });
      expect(reply).toBe(smtpReplies.cannotAuthenticate);
    }
  });
});

describe('an owner is told why nothing was sent', () => {
  const expectExplained = async (work: () => Promise<SmtpReply>, words: string): Promise<void> => {
    const { reply, sent } = await during(work);
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    const [told] = sent;
    expect(told && textOf(told)).toContain(words);
    expect(told && textOf(told)).toContain(alias.address);
  };

  it('when somebody else would see the real address', async () => {
    const to = await meet(alias, bob);
    await expectExplained(() => sendSigned(to, letter(to, ['Cc: carol@friends.example'])), 'carol@friends.example');
    const both = [to, foreign.address];
    await expectExplained(() => sendSigned(both, letter(to)), foreign.address);
  });

  it('when two aliases would be seen to belong together', async () => {
    const [first, second] = [await meet(alias, bob), await meet(sameOwner, carol)];
    const content = letter(`${first}, ${second}`);
    await expectExplained(() => sendSigned([first, second], content), 'several of your aliases');
    await expectExplained(() => sendSigned(first, content), second);
  });

  it('when the alias is paused or the correspondent blocked', async () => {
    const to = await meet(alias, bob);
    await mail.blockContact(alias, bob);
    await expectExplained(() => sendSigned(to, letter(to)), 'blocked');
    await change({ active: false });
    await expectExplained(() => sendSigned(to, letter(to)), 'paused');
  });

  it('when the owner has locked the account', async () => {
    const to = await meet(alias, bob);
    const lock = (lockedAt: Date | null) => mail.context.database.db.updateTable('users').set({ lockedAt }).execute();
    await lock(new Date(mail.context.clock.now()));
    await expectExplained(() => sendSigned(to, letter(to)), 'account is locked');
    await lock(null);
  });

  it('when a part says who wrote, unless the alias allows it', async () => {
    const to = await meet(alias, bob);
    const content = letter(to, ['Content-Type: application/pgp-keys']);
    await expectExplained(() => sendSigned(to, content), 'key');
    await change({ identityParts: true });
    const { sent } = await during(() => sendSigned(to, content));
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([[bob]]);
  });

  it('and when one of several recipients refuses it', async () => {
    const [first, second] = [await meet(alias, bob), await meet(alias, carol)];
    sink.setScript({ onRcpt: (address) => (address === carol ? { code: 550, text: '5.1.1 no' } : 'accept') });
    const { reply, sent } = await during(() => sendSigned([first, second], letter(`${first}, ${second}`)));
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([[bob], [inbox]]);
    expect(sent[1] && textOf(sent[1])).toContain(carol);
  });

  it('by the answer to its own server after the twentieth mail of a day', async () => {
    const to = await meet(alias, bob);
    await change({ active: false });
    const replies: SmtpReply[] = [];
    for (let count = 0; count < 21; count += 1) replies.push(await sendSigned(to, letter(to)));
    expect(new Set(replies.slice(0, 20))).toEqual(new Set([smtpReplies.messageAccepted]));
    expect(replies[20]).toBe(smtpReplies.replyRefused);
    await mail.drained();
  });
});

describe('an automatic answer of the owner', () => {
  const absence = ['Auto-Submitted: auto-replied', 'X-Autoreply: yes'];
  it('goes nowhere, unless the alias lets it, and then without any way back', async () => {
    const to = await meet(alias, bob);
    const away = (): Promise<SmtpReply> => sendSigned(to, letter(to, absence), '');
    const dropped = await during(away);
    expect(dropped.reply).toBe(smtpReplies.messageAccepted);
    expect(dropped.sent.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    await change({ autoReplies: true });
    const { sent } = await during(away);
    expect(sent.map(({ rcptTo, mailFrom }) => [rcptTo, mailFrom])).toEqual([[[bob], '']]);
    expect(valueOf(sent[0], 'auto-submitted')).toBe('auto-replied');
  });
});
