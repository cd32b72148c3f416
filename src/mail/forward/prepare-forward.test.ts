import { createPublicKey } from 'node:crypto';
import { authenticate } from 'mailauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { systemClock } from '#platform/clock.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { sealArc } from '#protocol/arc/seal-arc.ts';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { expectAfter } from '#support/expect-after.ts';
import { createTestMail, exampleMessage, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { rsaKey } from '#support/rsa-keys.ts';

let mail: TestMail;
let bob: OutsideSender;
let sent: DeliveryRequest[];

/** Takes everything, webhooks too. */
const keeper: Transport = {
  destinationOf: (rcptTo) => rcptTo,
  attempt: (message) => {
    sent.push(message);
    return { outcome: Promise.resolve({ kind: 'delivered' }), pastFinalDot: () => true, stop: () => {} };
  },
  close: async () => {},
};

beforeEach(async () => {
  sent = [];
  mail = await createTestMail({ transport: keeper });
  bob = createOutsideSender(mail.dns, 'sender.example', { policy: 'reject', addresses: ['192.0.2.7'] });
});
afterEach(() => mail.close());

function raw(rcptTo: string): Buffer {
  const found = sent.filter((message) => message.rcptTo === rcptTo);
  expect(found).toHaveLength(1);
  return Buffer.concat(found[0]?.content ?? []);
}
function values(octets: Buffer, key: string): string[] {
  return parseMessage(octets)
    .fields.filter((field) => field.key === key)
    .map(fieldText);
}

async function change({ aliasId }: TestAlias, to: { transparent?: boolean; cutThrough?: boolean }): Promise<void> {
  await mail.test.database.db.updateTable('aliases').set(to).where('id', '=', aliasId).execute();
}

const inbox = 'ann@one.example';
const hook = 'https://hooks.example/in';

/** What mailauth, with the DNS of the test, finds in a forwarded message. */
async function authenticity(message: Buffer) {
  const zone = async (name: string): Promise<string[]> => {
    const answer = await mail.context.resolver.txt(name);
    return answer.kind === 'found' ? [...answer.records] : [];
  };
  const own = mail.context.domains.find('kauke.test');
  if (own === null) throw new Error('no domain');
  const key = createPublicKey(own.key).export({ type: 'spki', format: 'der' }).toString('base64');
  return authenticate(message, {
    ip: '192.0.2.99',
    helo: 'mx.kauke.test',
    sender: '',
    resolver: async (name: string, type: string) => {
      if (type !== 'TXT') return [];
      const records =
        name === `${own.selector}._domainkey.kauke.test` ? [`v=DKIM1; k=rsa; p=${key}`] : await zone(name);
      return records.map((record) => [record]);
    },
  });
}

describe('a message that its sender is proven to have sent', () => {
  it('shows its author without a mark, with what we found out in our name alone', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: [inbox] });
    const forged = 'Authentication-Results: mx.kauke.test; dkim=pass header.d=bank.example\r\n';
    await mail.send(alias.address, { content: await bob.sign(forged + exampleMessage('signed')) });
    expect(values(raw(inbox), 'from')[0]).toMatch(/^"Bob Builder \(bob at sender\.example\)" <reply=/);
    const results = values(raw(inbox), 'authentication-results');
    expect(results).toHaveLength(1);
    expect(results[0]).toMatch(/^mx\.kauke\.test; spf=pass.*; dkim=pass .*header\.d=sender\.example.*; dmarc=pass/);
    expect(results[0]).not.toContain('@');
    expect(values(raw(inbox), 'arc-seal')).toEqual([]);
    expect(values(raw(inbox), 'x-kauke-return-path')).toHaveLength(1);
    expect(values(raw(inbox), 'dkim-signature')[0]?.replaceAll(/\s/g, '')).toContain(
      ':x-kauke-loop:x-kauke-return-path;',
    );
  });

  it('is marked where nothing is aligned, and its reverse-path travels with nobody', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: [inbox] });
    const content = exampleMessage('stranger').replaceAll('sender.example', 'nowhere.example');
    await mail.send(alias.address, { content, from: 'x@nowhere.example' });
    expect(values(raw(inbox), 'from')[0]).toMatch(/^"\[unverified\] Bob Builder \(bob at nowhere\.example\)"/);
    expect(values(raw(inbox), 'x-kauke-return-path')).toEqual([]);
  });

  it('is refused under its policy when it is not authenticated, whoever it is for', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: [inbox] });
    const paused = await mail.addAlias({ local: 'paused', targets: [inbox], active: false });
    for (const { address } of [alias, paused]) {
      expect(await mail.send(address, { from: 'bob@elsewhere.example' })).toEqual(smtpReplies.refusedByDmarc);
    }
    expect(sent).toEqual([]);
  });

  it('is refused when it claims to come from one of our domains and is not signed by us', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: [inbox] });
    const content = exampleMessage('forged').replace('bob@sender.example', 'boss@mask.test');
    expect(await mail.send(alias.address, { content: await bob.sign(content) })).toEqual(smtpReplies.forgedFrom);
  });
});

describe('a blocked correspondent', () => {
  it('is answered like any other, and reaches nobody', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: [inbox, hook] });
    const other = await mail.addAlias({ local: 'other', targets: ['bea@one.example'] });
    await mail.blockContact(alias, 'BOB@sender.example');
    for (let count = 0; count < 5; count += 1) mail.context.liveDelays.add(120);
    expect(await expectAfter(100, () => mail.send(alias.address))).toEqual(smtpReplies.messageAccepted);
    expect(sent).toEqual([]);
    expect(await mail.send([alias.address, other.address])).toEqual(smtpReplies.messageAccepted);
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual(['bea@one.example']);
    const carol = exampleMessage('carol').replace('bob@sender.example', 'carol@sender.example');
    await mail.send(alias.address, { content: carol });
    expect(sent.map(({ rcptTo }) => rcptTo)).toContain(inbox);
  });
});

describe('transparent mode', () => {
  it('leaves From and everything signed as it was, names the alias, and seals', async () => {
    const alias = await mail.addAlias({ local: 'open', targets: [inbox] });
    await change(alias, { transparent: true });
    const content = await bob.sign(`Reply-To: help@sender.example\r\n${exampleMessage('open')}`);
    await mail.send(alias.address, { content });
    const message = raw(inbox);
    expect(message.subarray(-content.length).equals(content)).toBe(true);
    expect(values(message, 'x-forwarded-to')).toEqual([alias.address]);
    expect(message.toString()).not.toContain('reply=');
    const { dkim, arc, dmarc } = await authenticity(message);
    expect(dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result])).toEqual([
      ['kauke.test', 'pass'],
      ['sender.example', 'pass'],
    ]);
    expect(arc === false ? null : arc.status.result).toBe('pass');
    expect(dmarc === false ? null : dmarc.status.result).toBe('pass');
    const contacts = await mail.test.database.db.selectFrom('contacts').selectAll().execute();
    expect(contacts).toEqual([]);
  });

  it('rewrites as ever where no aligned signature passes', async () => {
    const alias = await mail.addAlias({ local: 'open', targets: [inbox] });
    await change(alias, { transparent: true });
    await mail.send(alias.address);
    expect(values(raw(inbox), 'from')[0]).toMatch(/<reply=[a-z2-7]{26}@kauke\.test>$/);
    expect(values(raw(inbox), 'x-forwarded-to')).toEqual([]);
  });
});

describe('an authenticated received chain', () => {
  const sealed = async (context = mail.context): Promise<Buffer> => {
    const alias = await mail.addAlias({ local: 'first', targets: [inbox] });
    await change(alias, { transparent: true });
    await mail.send(alias.address, { content: await bob.sign(exampleMessage('chain')), context });
    const message = raw(inbox);
    sent.length = 0;
    return message;
  };

  it('is sealed on where it arrived, and holds', async () => {
    const message = await sealed();
    const second = await mail.addAlias({ local: 'second', targets: ['bea@one.example'] });
    await mail.send(second.address, { content: message });
    const { arc, dkim } = await authenticity(raw('bea@one.example'));
    expect(arc === false ? null : arc.status.result).toBe('pass');
    expect(arc === false ? null : arc.i).toBe(2);
    expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
  });

  it('goes when ARC is off, and is begun when it is on', async () => {
    const message = await sealed();
    const second = await mail.addAlias({ local: 'second', targets: ['bea@one.example'] });
    const off = await mail.another({ settings: { arc: 'off' } });
    await mail.send(second.address, { content: message, context: off });
    expect(values(raw('bea@one.example'), 'arc-seal')).toEqual([]);
    const third = await mail.addAlias({ local: 'third', targets: ['cyd@one.example'] });
    const on = await mail.another({ settings: { arc: 'on' } });
    await mail.send(third.address, { context: on });
    expect(values(raw('cyd@one.example'), 'arc-seal')).toHaveLength(1);
  });

  it('is not sealed on where DNS hides whether it holds, and goes where the rewriting breaks it', async () => {
    const content = await bob.sign(exampleMessage('hidden'));
    const { fields, body } = parseMessage(content);
    const key = rsaKey(14);
    const set = await sealArc({
      fields,
      key,
      domain: 'list.example',
      selector: 's',
      now: new Date(systemClock.now()),
      bodyHash: createBodyHashes(body).sha256('relaxed'),
      authenticationResults: makeField('Authentication-Results', 'mx.list.example; spf=pass'),
      arc: { result: 'none' },
    });
    mail.dns.add({ 's._domainkey.list.example': 'servfail' });
    const alias = await mail.addAlias({ local: 'shop', targets: [inbox] });
    const open = await mail.addAlias({ local: 'open', targets: ['bea@one.example'] });
    await change(open, { transparent: true });
    const context = await mail.another({ settings: { arc: 'on' } });
    await mail.send([alias.address, open.address], { content: Buffer.concat([set, content]), context });
    expect(values(raw(inbox), 'arc-seal')).toEqual([]);
    expect(values(raw('bea@one.example'), 'arc-seal')).toEqual([expect.stringMatching(/^i=1; .*d=list\.example/)]);
  });
});

describe('mail for postmaster', () => {
  it('reaches the operator with what we found out, and with nothing that others say in our name', async () => {
    const theirs = 'Authentication-Results: mx.sender.example; dkim=pass\r\n';
    const lies =
      'X-Kauke-Return-Path: v1.x\r\nAuthentication-Results: mx.kauke.test; dkim=pass header.d=bank.example\r\n';
    const content = await bob.sign(exampleMessage('operator'));
    await mail.send('postmaster', { content: Buffer.concat([Buffer.from(lies + theirs), content]) });
    const message = raw('operator@inbox.example');
    expect(message.toString().endsWith(theirs + content.toString())).toBe(true);
    expect(values(message, 'authentication-results')).toEqual([
      expect.stringMatching(/^mx\.kauke\.test; spf=pass.*; dkim=pass .*header\.d=sender\.example.*; dmarc=pass/),
      'mx.sender.example; dkim=pass',
    ]);
    expect(values(message, 'x-kauke-return-path')).toEqual([]);
  });
});

describe('a webhook behind an alias', () => {
  it('gets the message as it was sent, with what only we can know on top', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: [inbox, hook] });
    const lies =
      'X-Kauke-Reverse-Address: evil@x.example\r\nReturn-Path: <evil@x.example>\r\nDelivered-To: evil@x.example\r\n';
    const content = await bob.sign(`${exampleMessage('hooked')}`);
    await mail.send(alias.address, { content: Buffer.concat([Buffer.from(lies), content]) });
    const correspondence = { userId: alias.userId, aliasAddress: alias.address, correspondent: 'bob@sender.example' };
    const reverse = reverseAddress(reverseToken(mail.context.keys, correspondence), 'kauke.test');
    const message = raw(hook);
    expect(message.subarray(-content.length).equals(content)).toBe(true);
    expect(values(message, 'return-path')).toEqual(['<bob@sender.example>']);
    expect(values(message, 'delivered-to')).toEqual([alias.address]);
    expect(values(message, 'x-kauke-reverse-address')).toEqual([reverse]);
    expect(values(message, 'authentication-results')[0]).toMatch(/^mx\.kauke\.test; spf=pass/);
    expect(values(raw(inbox), 'from')[0]).toContain(reverse);
    expect(message.toString()).not.toContain(inbox);
  });

  it('may be the only target, whose reverse address works all the same', async () => {
    const alias = await mail.addAlias({ local: 'bot', targets: [hook] });
    await mail.send(alias.address);
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([hook]);
    const contacts = await mail.test.database.db.selectFrom('contacts').select('aliasId').execute();
    expect(contacts).toEqual([{ aliasId: alias.aliasId }]);
  });

  it('gets the invitation as it came, while the inbox gets one that names nobody', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: [inbox, hook] });
    const event = 'BEGIN:VCALENDAR\r\nORGANIZER:mailto:bob@sender.example\r\nEND:VCALENDAR\r\n';
    const header = exampleMessage('event').split('\r\n\r\n')[0] ?? '';
    const content = `${header}\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${event}`;
    await mail.send(alias.address, { content });
    expect(raw(hook).toString()).toContain(event);
    expect(parseMessage(raw(inbox)).body.toString()).toMatch(/^ORGANIZER.*\r?\n?.*mailto:reply\.[a-z2-7]/m);
    expect(raw(inbox).toString()).not.toContain('bob@sender.example');
    const { dkim } = await authenticity(raw(inbox));
    expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
  });
});

describe('cut-through', () => {
  it('is off for the alias whose owner wants it so, and on for the others of the same message', async () => {
    const slow = await mail.addAlias({ local: 'slow', targets: ['ann@two.example'] });
    const quick = await mail.addAlias({ local: 'quick', targets: [inbox] });
    await change(slow, { cutThrough: false });
    expect(await mail.send([slow.address, quick.address])).toEqual(smtpReplies.messageAccepted);
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([inbox]);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
    mail.worker();
    await mail.drained();
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([inbox, 'ann@two.example']);
  });
});
