import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { createLocalTransport } from '#mail/local-transport.ts';
import type { DeliveryRequest, Outcome, Transport } from '#protocol/smtp-client/transport.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createTestMail, exampleMessage, quickLimits, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { patience } from '#support/patience.ts';

let mail: TestMail;
let outside: DeliveryRequest[];

/** The world: keeps what reaches it. */
const world: Transport = {
  destinationOf: (rcptTo) => rcptTo,
  attempt: (message) => {
    outside.push(message);
    return { outcome: Promise.resolve({ kind: 'delivered' }), pastFinalDot: () => true, stop: () => {} };
  },
  close: async () => {},
};

beforeEach(async () => {
  outside = [];
  // A busy machine is given its time: what is late would wait in the spool.
  mail = await createTestMail({ transport: world, limits: { ...quickLimits, dispatchDeadlineMs: patience.pollMs } });
});
afterEach(() => mail.close());

function values(octets: Buffer, key: string): string[] {
  return parseMessage(octets)
    .fields.filter((field) => field.key === key)
    .map(fieldText);
}

/** The reverse address of a correspondent, made known as if the correspondent had written. */
async function introduce(alias: TestAlias, correspondent: string): Promise<string> {
  const { userId, aliasId, address: aliasAddress } = alias;
  const token = reverseToken(mail.context.keys, { userId, aliasAddress, correspondent });
  await mail.context.contacts.store(aliasId, [{ token, correspondent }]);
  return reverseAddress(token, 'kauke.test');
}

/** Sends from an inbox with its provider's signature, as its owner's mail program does. */
async function write(
  provider: OutsideSender,
  { from, to, id, references }: { from: string; to: string; id: string; references?: string },
) {
  const lines = [
    `From: Somebody <${from}>`,
    `To: ${to}`,
    'Subject: About lunch',
    'Date: Sat, 21 Nov 2026 12:00:00 +0100',
    `Message-ID: <${id}>`,
    ...(references === undefined ? [] : [`In-Reply-To: ${references}`, `References: ${references}`]),
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Hello from ${from}`,
    '',
  ];
  return mail.send(to, { from, content: await provider.sign(lines.join('\r\n')) });
}

/** The one message that came out since the last look. */
function arrived(): { rcptTo: string; octets: Buffer } {
  expect(outside).toHaveLength(1);
  const [message] = outside.splice(0);
  return { rcptTo: message?.rcptTo ?? '', octets: Buffer.concat(message?.content ?? []) };
}

describe('two owners on one instance', () => {
  it('write to each other through their aliases, each knowing the other by alias alone', async () => {
    const ann = await mail.addAlias({ local: 'ann', targets: ['ann@one.example'] });
    const bea = await mail.addAlias({ local: 'bea', targets: ['bea@two.example'] });
    const one = createOutsideSender(mail.dns, 'one.example');
    const two = createOutsideSender(mail.dns, 'two.example');
    const beaForAnn = await introduce(ann, bea.address);

    expect(await write(one, { from: 'ann@one.example', to: beaForAnn, id: 'first@one.example' })).toEqual(
      smtpReplies.messageAccepted,
    );
    const first = arrived();
    expect(first.rcptTo).toBe('bea@two.example');
    const annForBea = /<(reply=[a-z2-7]{26}@kauke\.test)>/.exec(values(first.octets, 'from')[0] ?? '')?.[1] ?? '';
    expect(values(first.octets, 'from')[0]).toBe(`"ann at kauke.test" <${annForBea}>`);
    expect(values(first.octets, 'to')).toEqual([bea.address]);
    expect(values(first.octets, 'authentication-results')[0]).toMatch(/; spf=none; dkim=pass .*header\.d=kauke\.test/);
    expect(first.octets.toString()).not.toContain('one.example');

    const [firstId = ''] = values(first.octets, 'message-id');
    const answer = { from: 'bea@two.example', to: annForBea, id: 'second@two.example', references: firstId };
    expect(await write(two, answer)).toEqual(smtpReplies.messageAccepted);
    const second = arrived();
    expect(second.rcptTo).toBe('ann@one.example');
    expect(values(second.octets, 'from')[0]).toBe(`"bea at kauke.test" <${beaForAnn}>`);
    // The thread goes on in ann's mail program.
    expect(values(second.octets, 'in-reply-to')).toEqual(['<first@one.example>']);
    expect(second.octets.toString()).not.toContain('two.example');
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
  });

  it('are told at once when the other alias does not exist, and of nothing else', async () => {
    const ann = await mail.addAlias({ local: 'ann', targets: ['ann@one.example'] });
    await mail.addAlias({ local: 'paused', targets: ['bea@two.example'], active: false });
    const one = createOutsideSender(mail.dns, 'one.example');
    const send = async (correspondent: string) =>
      write(one, { from: 'ann@one.example', to: await introduce(ann, correspondent), id: `${correspondent}.x` });
    expect(await send('nobody@kauke.test')).toMatchObject({ code: 550, enhanced: '5.1.1' });
    expect(await send('paused@kauke.test')).toEqual(smtpReplies.messageAccepted);
    expect(outside).toEqual([]);
  });
});

describe('the local transport', () => {
  const attempt = (rcptTo: string, content: string): Promise<Outcome> =>
    createLocalTransport(mail.context.log, () => mail.context.engine).attempt({
      deliveryId: '9b2f1c1e-3f63-4b7b-9c33-0d0a5b7f8f11',
      targetId: null,
      mailFrom: 'bob@sender.example',
      rcptTo,
      content: [Buffer.from(content)],
      smtpUtf8: false,
    }).outcome;

  it('gives the outcome of the reply that a stranger would have got', async () => {
    const alias = await mail.addAlias({ local: 'ann', targets: ['ann@one.example'] });
    await mail.addAlias({ local: 'new', targets: [] });
    expect(await attempt(alias.address, exampleMessage('in'))).toEqual({ kind: 'delivered' });
    expect(await attempt('nobody@kauke.test', exampleMessage('in'))).toEqual({
      kind: 'refused',
      code: 550,
      enhanced: '5.1.1',
      stage: 'rcpt',
    });
    expect(await attempt('new@kauke.test', exampleMessage('in'))).toMatchObject({ kind: 'deferred', code: 450 });
    const forged = exampleMessage('in').replace('bob@sender.example', 'boss@kauke.test');
    expect(await attempt(alias.address, forged)).toMatchObject({ kind: 'refused', code: 550, stage: 'data' });
  });

  it('ends a way that leads back to where it began, with everything it started', async () => {
    // Mail to the operator goes to an address of ours: to itself.
    const context = await mail.another({ settings: { operatorEmail: 'postmaster@kauke.test' } });
    const content = exampleMessage('round and round');
    expect(await mail.send('postmaster@kauke.test', { context, content })).toEqual(smtpReplies.messageAccepted);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
    mail.worker(context);
    await mail.drained();
    expect(outside).toEqual([]);
  });

  it('defers when the engine fails, so that the spool tries again', async () => {
    const alias = await mail.addAlias({ local: 'ann', targets: ['ann@one.example'] });
    await mail.test.database.pool.query('alter table aliases rename to elsewhere');
    expect(await attempt(alias.address, exampleMessage('in'))).toMatchObject({ kind: 'deferred' });
    expect(mail.logLines.join('')).not.toContain('example');
  });
});
