import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer, findReverseTokens } from '#mail/as-alias/address-replacer.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

const inbox = 'ann@office.example';
const bob = 'bob@sender.example';

let sink: SmtpSink;
let mail: TestMail;
let office: OutsideSender;
let alias: TestAlias;

beforeAll(async () => {
  sink = await startSmtpSink();
  const transport = createSinkTransport({ 'office.example': sink.port, 'sender.example': sink.port });
  mail = await createTestMail({ transport });
  office = createOutsideSender(mail.dns, 'office.example', { addresses: ['192.0.2.7'] });
  mail.worker();
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

let round = 0;
beforeEach(async () => {
  round += 1;
  alias = await mail.addAlias({ local: `alias-${round}`, targets: [inbox] });
});

/** Both spellings of Bob's reverse address, once a message of his made it known. */
async function meetBob({ aliasId, userId, address }: TestAlias): Promise<{ equals: string; plain: string }> {
  const token = reverseToken(mail.context.keys, { userId, aliasAddress: address, correspondent: bob });
  await mail.context.contacts.store(aliasId, [{ token, correspondent: bob }]);
  return {
    equals: reverseAddress(token, 'kauke.test', 'equals'),
    plain: reverseAddress(token, 'kauke.test', 'plain'),
  };
}

interface Sent {
  readonly reply: SmtpReply;
  readonly arrived: readonly SinkMessage[];
}

async function reply(envelope: string | readonly string[], header: string, words = 'words'): Promise<Sent> {
  const before = sink.messages.length;
  const lines = [`From: ${inbox}`, `To: ${header}`, `Subject: ${words}`, `Message-ID: <${round}@office.example>`];
  const content = await office.sign([...lines, '', words, ''].join('\r\n'));
  const answer = await mail.send(envelope, { from: inbox, content });
  await mail.drained();
  return { reply: answer, arrived: sink.messages.slice(before) };
}

describe('a reverse address that every form takes', () => {
  it('leads to the one correspondent, in the envelope, the header and the text', async () => {
    const { equals, plain } = await meetBob(alias);
    const pairs: [string | readonly string[], string][] = [
      [plain, plain],
      [plain.toUpperCase(), equals],
      [equals, plain.replace('kauke', 'Kauke')],
      [[equals, plain], `${plain}, ${equals}`],
    ];
    for (const [envelope, header] of pairs) {
      const sent = await reply(envelope, header, `${plain} or ${equals}`);
      expect(sent.reply).toBe(smtpReplies.messageAccepted);
      expect(sent.arrived.map(({ rcptTo }) => rcptTo)).toEqual([[bob]]);
      const raw = sent.arrived[0]?.raw.toString() ?? '';
      expect(raw).toContain(`${bob} or ${bob}`);
      expect(raw).not.toMatch(/reply[.=]/i);
    }
  });

  it('is refused like the other one where it is unknown, foreign or not named in To', async () => {
    const foreign = await mail.addAlias({ local: `foreign-${round}`, targets: ['eve@eve.example'] });
    const [{ plain }, other] = [await meetBob(alias), await meetBob(foreign)];
    const unknown = `${writeReverseName('a'.repeat(26), 'plain')}@kauke.test`;
    for (const [to, named] of [
      [unknown, unknown],
      [other.plain, other.plain],
      [plain, unknown],
    ] as const) {
      expect(await reply(to, named)).toEqual({ reply: smtpReplies.replyRefused, arrived: [] });
    }
  });

  it('leads to nobody whom the owner blocked', async () => {
    const { equals, plain } = await meetBob(alias);
    await mail.blockContact(alias, bob);
    for (const to of [equals, plain]) {
      const { arrived } = await reply(to, to);
      expect(arrived.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    }
  });

  it('counts as one with the other for the automatic answers of a day', async () => {
    const { equals, plain } = await meetBob(alias);
    const { db } = mail.context.database;
    await db.updateTable('aliases').set({ autoReplies: true }).where('id', '=', alias.aliasId).execute();
    const send = async (to: string) => {
      const content = await office.sign(`From: ${inbox}\r\nTo: ${to}\r\nAuto-Submitted: auto-replied\r\n\r\naway\r\n`);
      const before = sink.messages.length;
      await mail.send(to, { from: inbox, content });
      await mail.drained();
      return sink.messages.length - before;
    };
    const sent: number[] = [];
    for (const to of [equals, plain, equals, plain]) sent.push(await send(to));
    expect(sent).toEqual([1, 1, 1, 0]);
  });
});

const isPublicHost = await loadPublicHostCheck();

describe('its text', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz';
  const plain = `${writeReverseName(token, 'plain')}@kauke.test`;
  const spoilt = `reply.${token}aaaaaaa@kauke.test`;
  const replacer = createAddressReplacer({
    keepsOthers: true,
    names: [],
    otherNames: [],
    isPublicHost,
    hidden: [inbox],
    alias: 'my-alias@kauke.test',
    correspondents: new Map([[token, bob]]),
  });

  it('becomes the correspondent, and a name whose check is wrong stays', () => {
    expect(replacer.replace(`<${plain}>, mailto:${plain.toUpperCase()}`, 'plain')).toBe(`<${bob}>, mailto:${bob}`);
    expect(replacer.replace(spoilt, 'plain')).toBe(spoilt);
    const link = (address: string) => `<a href="mailto:${address.replace('@', '%40')}">`;
    expect(replacer.replace(link(plain.replace('.', '&#46;')), 'html')).toBe(link(bob));
  });

  it('is found in either spelling, and no more than asked for', () => {
    const other = 'zyxwvutsrqponmlkjihgfedcba';
    const text = `reply=${token}@kauke.test REPLY%3D${other.toUpperCase()}%40kauke.test reply&#61;${token}&#64;kauke.test`;
    expect(findReverseTokens(text, 10)).toEqual([token, other]);
    expect(findReverseTokens(text, 1)).toEqual([token]);
  });

  it('is found in any form of its signs', () => {
    const veiled = `&#x72;&#x65;&#x70;&#x6C;&#x79;&period;${plain.slice(6).replace('@', '&#64;')}`;
    for (const text of [plain, plain.toUpperCase(), veiled, plain.replace('.', '%2E').replace('@', '%40')]) {
      expect(findReverseTokens(`x ${text} x`, 10)).toEqual([token]);
    }
    expect(findReverseTokens(spoilt, 10)).toEqual([]);
    for (const much of ['reply.', 'reply. ', 'a', 'a@']) {
      expect(findReverseTokens(`${much.repeat(100_000)} ${plain}`, 10)).toEqual([token]);
    }
  });
});
