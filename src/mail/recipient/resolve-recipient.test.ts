import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { systemClock } from '#platform/clock.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { placeTombstone } from '#core/aliases/tombstones.ts';
import { makeBounceAddress } from '#mail/recipient/address-forms.ts';
import { resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

const dayMs = 24 * 60 * 60 * 1000;

let mail: TestMail;

beforeAll(async () => {
  mail = await createTestMail({ transport: createSinkTransport({}) });
  await mail.addAlias({
    local: 'live',
    targets: ['ann@one.example', 'bea@one.example'],
    unconfirmed: ['bea@one.example'],
  });
  await mail.addAlias({ local: 'paused', targets: ['ann@one.example'], active: false });
  const pending = { targets: ['ann@one.example'], unconfirmed: ['ann@one.example'] };
  await mail.addAlias({ local: 'pending', ...pending, ageMs: 6.9 * dayMs });
  await mail.addAlias({ local: 'stale', ...pending, ageMs: 7.1 * dayMs });
  await mail.addAlias({ local: 'bare', targets: [] });
});

afterAll(() => mail.close());

function resolve(address: string, reversePath = 'bob@sender.example') {
  return resolveRecipient(mail.context, address, reversePath);
}

async function replyTo(address: string): Promise<SmtpReply | null> {
  const decision = await resolve(address);
  return decision.accepted ? null : decision.reply;
}

describe('resolveRecipient', () => {
  it('finds a live alias in any case and with any tag, with its confirmed targets only', async () => {
    for (const address of ['live@kauke.test', 'LIVE@Kauke.Test', 'live+news@kauke.test', '"live"@kauke.test']) {
      const decision = await resolve(address);
      if (!decision.accepted || decision.recipient.kind !== 'alias') throw new Error(`${address} is no alias`);
      const { recipient } = decision;
      expect(recipient.address).toBe('live@kauke.test');
      expect(recipient.domain.name).toBe('kauke.test');
      expect(recipient.paused).toBe(false);
      expect(recipient.routes.map(({ target }) => target)).toEqual(['ann@one.example']);
    }
  });

  it('accepts a paused alias without any target', async () => {
    expect(await resolve('paused@kauke.test')).toMatchObject({
      accepted: true,
      recipient: { paused: true, routes: [] },
    });
  });

  it('refuses what is unknown, on another domain of ours or malformed with one reply', async () => {
    const addresses = [
      'nobody@kauke.test',
      'live@mask.test',
      `reply=${'a'.repeat(25)}@kauke.test`,
      `b=${'a'.repeat(34)}@kauke.test`,
      'li..ve@kauke.test',
      `${'x'.repeat(65)}@kauke.test`,
      'nobody',
    ];
    for (const address of addresses) {
      expect([address, await replyTo(address)]).toEqual([address, smtpReplies.unknownRecipient]);
    }
    expect(smtpReplies.unknownRecipient).toMatchObject({ code: 550, enhanced: '5.1.1' });
  });

  it('accepts every well-formed reverse address, known or not, on any domain of ours', async () => {
    const token = 'a'.repeat(26);
    for (const local of [`Reply=${token}`, writeReverseName(token, 'plain')]) {
      expect(await resolve(`${local.toUpperCase()}@MASK.test`)).toMatchObject({
        accepted: true,
        recipient: { kind: 'reverse', token, address: `reply=${token}@mask.test`, domain: { name: 'mask.test' } },
      });
    }
    expect(await replyTo(`${writeReverseName(token, 'plain')}+tag@mask.test`)).toBe(smtpReplies.unknownRecipient);
  });

  it('takes an alias that is older than reverse addresses of its form for what it is, in use or given up', async () => {
    const local = writeReverseName('b'.repeat(26), 'plain');
    const { userId, address } = await mail.addAlias({ local, targets: ['ann@one.example'] });
    expect(await resolve(address.toUpperCase())).toMatchObject({
      accepted: true,
      recipient: { kind: 'alias', address },
    });
    expect(await resolve(`reply=${'b'.repeat(26)}@kauke.test`)).toMatchObject({ recipient: { kind: 'reverse' } });
    expect(await resolve(address.replace('kauke', 'mask'))).toMatchObject({ recipient: { kind: 'reverse' } });
    const gone = `${writeReverseName('c'.repeat(26), 'plain')}@kauke.test`;
    expect(await resolve(gone)).toMatchObject({ recipient: { kind: 'reverse' } });
    const { database, keys } = mail.context;
    await placeTombstone(
      database.db,
      keys,
      { userId, address: gone, ofDomain: null, used: true },
      new Date(systemClock.now()),
    );
    expect(await replyTo(gone)).toBe(smtpReplies.unknownRecipient);
  });

  it('accepts a bounce address that we made of what was forwarded, from whichever reverse-path', async () => {
    const { keys, clock } = mail.context;
    const now = new Date(clock.now());
    const address = makeBounceAddress(keys, { id: '7', alias: 'shop@kauke.test', now, of: 'forward' });
    for (const reversePath of ['', 'owner@inbox.example']) {
      expect(await resolve(address, reversePath)).toMatchObject({
        accepted: true,
        recipient: { kind: 'bounce', names: 'link', id: '7', address },
      });
    }
    const old = new Date(now.getTime() - 38 * dayMs);
    const refused = [
      await resolve(makeBounceAddress(keys, { id: '7', alias: 'shop@kauke.test', now, of: 'sent' })),
      await resolve(makeBounceAddress(keys, { id: '7', alias: 'shop@kauke.test', now: old, of: 'forward' }), ''),
      await resolve(address.replace('kauke.test', 'mask.test'), ''),
      await resolve(`b=${'a'.repeat(34)}@kauke.test`, ''),
    ];
    for (const decision of refused) expect(decision).toEqual({ accepted: false, reply: smtpReplies.unknownRecipient });
  });

  it('gives the webhooks behind an alias with its inboxes, and none that is disabled', async () => {
    const url = 'https://hooks.example/in';
    const alias = await mail.addAlias({ local: 'hooked', targets: ['ann@one.example', url] });
    const kinds = async () => {
      const decision = await resolve(alias.address);
      if (!decision.accepted || decision.recipient.kind !== 'alias') throw new Error('no alias');
      return decision.recipient.routes.map(({ kind, target }) => [kind, target]);
    };
    expect(await kinds()).toEqual([
      ['email', 'ann@one.example'],
      ['webhook', url],
    ]);
    const { db } = mail.test.database;
    await db
      .updateTable('targets')
      .set({ disabledAt: new Date(systemClock.now()) })
      .where('userId', '=', alias.userId)
      .where('kind', '=', 'webhook')
      .execute();
    expect(await kinds()).toEqual([['email', 'ann@one.example']]);
  });

  it('says whether the owner of an alias has blocked anybody', async () => {
    const alias = await mail.addAlias({ local: 'picky', targets: ['ann@one.example'] });
    const blocks = async () => {
      const decision = await resolve(alias.address);
      return decision.accepted && decision.recipient.kind === 'alias' && decision.recipient.blocksContacts;
    };
    expect(await blocks()).toBe(false);
    await mail.blockContact(alias, 'bob@sender.example');
    expect(await blocks()).toBe(true);
  });

  it('never relays', async () => {
    for (const address of ['live@other.example', 'live@sub.kauke.test', 'live%kauke.test@other.example']) {
      expect([address, await replyTo(address)]).toEqual([address, smtpReplies.notOurDomain]);
    }
    expect(smtpReplies.notOurDomain).toMatchObject({ code: 550, enhanced: '5.7.1' });
  });

  it('asks for patience for 7 days while no target is confirmed, and refuses then', async () => {
    expect(await replyTo('pending@kauke.test')).toEqual(smtpReplies.notConfirmedYet);
    expect(await replyTo('bare@kauke.test')).toEqual(smtpReplies.notConfirmedYet);
    expect(await replyTo('stale@kauke.test')).toEqual(smtpReplies.unknownRecipient);
    expect(smtpReplies.notConfirmedYet).toMatchObject({ code: 450, enhanced: '4.2.0' });
  });

  it('knows the operator by every role, and by postmaster alone', async () => {
    expect(await resolve('Postmaster')).toMatchObject({
      accepted: true,
      recipient: { address: 'postmaster@kauke.test' },
    });
    for (const role of ['postmaster', 'abuse', 'admin', 'administrator', 'hostmaster', 'webmaster']) {
      const decision = await resolve(`${role}@mask.test`);
      expect(decision).toMatchObject({ accepted: true, recipient: { kind: 'operator', address: `${role}@mask.test` } });
    }
  });
});
