import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import type { AccountTarget } from '#contract/targets.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { repeatConfirmation } from '#core/confirmation/request-confirmation.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { testWebhook, verifyWebhook } from '#core/webhooks/call-webhook.ts';
import {
  findWebhook,
  getWebhook,
  type Webhook,
  rotateWebhookSecret,
  showWebhookSecret,
  enableWebhook,
  replayWebhook,
} from '#core/webhooks/webhooks.ts';
import { noteWebhookFailure, type WebhookNotes, noteWebhookSuccess } from '#core/webhooks/webhook-health.ts';
import { sendNotices } from '#core/notices/send-notices.ts';
import { signWebhook } from '#mail/webhook/webhook-client.ts';
import { createTestCore, signUp, tokenOf, type TestCore } from '#support/core.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#support/webhook-receiver.ts';

let test: TestCore;
let receiver: WebhookReceiver;
let ann: string;
let url: string;
const ip = '192.0.2.1';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function start(settings: Parameters<typeof createTestCore>[0] = {}): Promise<void> {
  test = await createTestCore({ insecureWebhooks: true, ...settings });
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
}

beforeEach(async () => {
  receiver = await startWebhookReceiver({ secure: false });
  url = `http://localhost:${receiver.port}/in`;
});
afterEach(async () => {
  await test.drop();
  await receiver.stop();
});

function forward(alias: string, forwardTo: string, userId = ann): Promise<Alias> {
  return createAlias(test.core, { alias, domain: 'kauke.test', forwardTo }, { ownerId: userId, askerId: userId, ip });
}
async function listed(): Promise<AccountTarget | undefined> {
  return (await listTargets(test.core, ann)).find(({ kind }) => kind === 'webhook');
}
async function makeWebhook(): Promise<Webhook> {
  const alias = await forward('hooked', url);
  const webhook = await findWebhook(test.core, alias.targets[0]?.id ?? '');
  if (webhook === null) throw new Error('there is no webhook');
  return webhook;
}
function own({ id: targetId }: Webhook) {
  return { targetId, userId: ann, ip };
}
function again({ id }: Webhook): Promise<Webhook> {
  return getWebhook(test.core, { targetId: id, userId: ann });
}
/** Verification runs in the background; its end shows in the database. */
async function confirmed(webhook: Webhook): Promise<Webhook> {
  for (;;) {
    const now = await again(webhook);
    if (now.confirmedAt !== null) return now;
  }
}

describe('a new webhook', () => {
  it('is asked by a signed webhook.verify, without holding the request up, and confirmed by 2xx', async () => {
    await start();
    const answered = Promise.withResolvers<void>();
    receiver.answer((response) => void answered.promise.then(() => response.writeHead(200).end()));
    const alias = await forward('hooked', `${url}, box@example.org`);
    expect(alias).toMatchObject({
      forwardTo: `${url}, box@example.org`,
      targets: [
        { kind: 'webhook', value: url, state: 'pending', failingSince: null },
        { kind: 'email', value: 'box@example.org', state: 'pending' },
      ],
    });
    const [call] = await receiver.came(1);
    answered.resolve();
    const webhook = await confirmed(await getWebhook(test.core, { targetId: alias.targets[0]?.id ?? '', userId: ann }));
    expect(JSON.parse(String(call?.body))).toEqual({
      type: 'webhook.verify',
      timestamp: '2026-11-21T12:00:00.000Z',
      data: {},
    });
    const id = String(call?.headers['webhook-id']);
    const signed = { id, timestampS: Date.UTC(2026, 10, 21, 12) / 1000, body: call?.body ?? Buffer.alloc(0) };
    expect(call?.headers).toMatchObject(signWebhook({ ...signed, secrets: webhook.secrets }));
    expect(await listed()).toMatchObject({ state: 'confirmed', aliases: 1 });
    expect(test.mails.map(({ recipient }) => recipient)).not.toContain(url);
  });

  it('that answers anything else stays unconfirmed until it is asked again and agrees', async () => {
    await start();
    receiver.answer(500);
    const webhook = await makeWebhook();
    await receiver.came(1);
    expect(await verifyWebhook(test.core, own(webhook))).toEqual({
      delivered: false,
      status: 500,
      message: 'The endpoint answered 500. It must answer 2xx.',
    });
    await expect(testWebhook(test.core, own(webhook))).rejects.toMatchObject({ code: 'target_unconfirmed' });
    receiver.answer(302);
    expect(await verifyWebhook(test.core, own(webhook))).toMatchObject({ delivered: false, status: 302 });
    expect((await again(webhook)).confirmedAt).toBeNull();
    receiver.answer(202);
    expect(await verifyWebhook(test.core, own(webhook))).toMatchObject({ delivered: true, status: 202 });
    expect((await again(webhook)).confirmedAt).not.toBeNull();
    await expect(verifyWebhook(test.core, own(webhook))).rejects.toMatchObject({ code: 'target_answered' });
  });

  it('is not asked where confirmation is off', async () => {
    await start({ targetConfirmation: 'off' });
    expect((await forward('hooked', url)).targets).toMatchObject([{ state: 'confirmed' }]);
    expect(receiver.calls).toHaveLength(0);
  });

  it('is one target for all aliases of the account, and asked once', async () => {
    await start();
    const webhook = await makeWebhook();
    await confirmed(webhook);
    const second = await forward('two', url.replace('http:', 'HTTP:'));
    expect(second.targets).toMatchObject([{ id: webhook.id, state: 'confirmed' }]);
    expect(await listed()).toMatchObject({ aliases: 2 });
    expect(receiver.calls).toHaveLength(1);
  });

  it('gets no mail, neither at first nor when somebody asks for one', async () => {
    await start();
    receiver.answer(500);
    const webhook = await makeWebhook();
    await expect(repeatConfirmation(test.core, own(webhook))).rejects.toMatchObject({ code: 'not_found' });
    expect(test.mails).toHaveLength(1);
  });

  it('is called at most 60 times an hour for one account', async () => {
    await start();
    receiver.answer(500);
    const webhook = await makeWebhook();
    await receiver.came(1);
    for (let turn = 1; turn < 60; turn += 1) await verifyWebhook(test.core, own(webhook));
    await expect(verifyWebhook(test.core, own(webhook))).rejects.toMatchObject({ code: 'rate_limited' });
    expect(receiver.calls).toHaveLength(60);
  });
});

describe('the secret of a webhook', () => {
  it('is whsec_ with 32 octets, of its own for each, and sealed', async () => {
    await start();
    const webhook = await makeWebhook();
    const { secret, previousUntil } = await showWebhookSecret(test.core, own(webhook));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(previousUntil).toBeNull();
    const other = await forward('two', `${url}/2`);
    const target = { targetId: other.targets[0]?.id ?? '', userId: ann };
    expect((await showWebhookSecret(test.core, target)).secret).not.toBe(secret);
    const rows = await test.core.database.db.selectFrom('targets').select('secretSealed').execute();
    for (const { secretSealed } of rows) expect(String(secretSealed)).not.toContain('whsec_');
  });

  it('signs beside the new one for 24 hours after a rotation, an older one no longer', async () => {
    await start();
    const webhook = await makeWebhook();
    const first = webhook.secrets[0];
    const second = await rotateWebhookSecret(test.core, own(webhook));
    expect(second.previousUntil).toBe('2026-11-22T12:00:00.000Z');
    expect((await again(webhook)).secrets).toEqual([second.secret, first]);
    test.advance(hourMs);
    const third = await rotateWebhookSecret(test.core, own(webhook));
    expect((await again(webhook)).secrets).toEqual([third.secret, second.secret]);
    test.advance(dayMs - 1);
    expect((await again(webhook)).secrets).toHaveLength(2);
    test.advance(1);
    expect((await again(webhook)).secrets).toEqual([third.secret]);
    expect(await showWebhookSecret(test.core, own(webhook))).toEqual({ secret: third.secret, previousUntil: null });
  });
});

describe('a test event', () => {
  it('tells the status and none of the words of the answer', async () => {
    await start();
    const webhook = await confirmed(await makeWebhook());
    receiver.answer((response) => void response.writeHead(418).end('ann@example.com'));
    expect(await testWebhook(test.core, own(webhook))).toEqual({
      delivered: false,
      status: 418,
      message: 'The endpoint answered 418. It must answer 2xx.',
    });
    expect(JSON.parse(String(receiver.calls.at(-1)?.body))).toMatchObject({ type: 'email.test' });
    await receiver.stop();
    expect(await testWebhook(test.core, own(webhook))).toEqual({
      delivered: false,
      status: null,
      message: 'Nothing accepts connections at this host and port.',
    });
    receiver = await startWebhookReceiver({ secure: false });
  });
});

describe('a webhook that fails', () => {
  const notes = (giveUpAfterMs = 4 * dayMs): WebhookNotes => ({
    ...test.core,
    giveUpAfterMs,
  });
  const fail = async (webhook: Webhook, gone = false): Promise<Webhook> => {
    await noteWebhookFailure(notes(), webhook, gone);
    return again(webhook);
  };
  const confirmOwnEmail = (): Promise<void> => confirmTarget(test.core, tokenOf(test.mails[0]), ann);

  it('for three days without one success is disabled, and its owner is told once', async () => {
    await start();
    await confirmOwnEmail();
    let webhook = await fail(await confirmed(await makeWebhook()));
    expect(await listed()).toMatchObject({ state: 'confirmed', failingSince: '2026-11-21T12:00:00.000Z' });
    test.advance(3 * dayMs - 1);
    webhook = await fail(webhook);
    expect(webhook.disabledAt).toBeNull();
    test.advance(1);
    await Promise.all([fail(webhook), fail(webhook)]);
    expect(await listed()).toMatchObject({ state: 'disabled' });
    await sendNotices(test.core);
    const told = test.mails.filter(({ subject }) => subject === 'A webhook was switched off');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ recipient: 'ann@example.com', userId: ann });
    expect(told[0]?.text).toContain('It took no message for three days.');
    expect(told[0]?.text).toContain('Mail that already waits for it is kept for up to four days.');
    expect(told[0]?.text).not.toContain(url);
  });

  it('tells for how long its mail is kept, whatever the limit', async () => {
    await start();
    await confirmOwnEmail();
    await noteWebhookFailure(notes(36 * hourMs), await confirmed(await makeWebhook()), true);
    await sendNotices(test.core);
    expect(test.mails.at(-1)?.text).toContain('Mail that already waits for it is kept for up to 36 hours.');
  });

  it('is forgiven by one success', async () => {
    await start();
    const webhook = await fail(await confirmed(await makeWebhook()));
    await noteWebhookSuccess(test.core, webhook);
    expect(await listed()).toMatchObject({ failingSince: null });
    test.advance(4 * dayMs);
    expect((await fail(await again(webhook))).disabledAt).toBeNull();
  });

  it('with 410 is disabled at once, and taken up again by its owner', async () => {
    await start();
    const webhook = await fail(await confirmed(await makeWebhook()), true);
    expect(webhook.disabledAt).not.toBeNull();
    await sendNotices(test.core);
    // Nobody has agreed to get mail, so nobody gets any.
    expect(test.mails.filter(({ subject }) => subject === 'A webhook was switched off')).toHaveLength(0);
    await enableWebhook(test.core, own(webhook));
    await enableWebhook(test.core, own(webhook));
    expect(await listed()).toMatchObject({ state: 'confirmed', failingSince: null });
  });
});

describe('other accounts', () => {
  it('get the same answer for a foreign webhook, an unknown one and an inbox', async () => {
    await start();
    const webhook = await confirmed(await makeWebhook());
    const eve = (await signUp(test.core, 'eve@example.com', '198.51.100.1')).user.id;
    const inbox = (await listTargets(test.core, eve))[0]?.id ?? '';
    for (const targetId of [webhook.id, randomUUID(), inbox]) {
      const asked = { targetId, userId: eve, ip };
      for (const operate of [verifyWebhook, testWebhook, showWebhookSecret, rotateWebhookSecret, enableWebhook]) {
        await expect(operate(test.core, asked)).rejects.toMatchObject({ code: 'not_found' });
      }
      await expect(replayWebhook(test.core, asked)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

it('a webhook that is removed takes its secret along', async () => {
  await start();
  const webhook = await confirmed(await makeWebhook());
  await forward('two', `box@example.org, ${url}`);
  await expect(removeTarget(test.core, webhook.id, ann)).rejects.toMatchObject({ code: 'target_in_use' });
  await test.core.database.db.deleteFrom('aliases').where('localPart', '=', 'hooked').execute();
  await removeTarget(test.core, webhook.id, ann);
  expect(await findWebhook(test.core, webhook.id)).toBeNull();
});
