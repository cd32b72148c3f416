import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestCore, signUp, tokenOf, type TestCore } from '#support/core.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import {
  receiverAuthority,
  receiverHost,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#support/webhook-receiver.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { findWebhook } from '#core/webhooks/webhooks.ts';
import { createGuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { isForeignPublicAddress } from '#protocol/net/public-address.ts';
import type { Attempt, Outcome, Transport } from '#protocol/smtp-client/transport.ts';
import { createWebhookClient, signWebhook } from '#mail/webhook/webhook-client.ts';
import { sendNotices } from '#core/notices/send-notices.ts';
import { createWebhookTransport } from '#mail/webhook/webhook-transport.ts';

const owner = 'ann@example.com';
let test: TestCore;
let dns: DnsServer;
let receiver: WebhookReceiver;
let transport: Transport;
let url: string;
let targetId: string;
const rawServers: { server: Server; sockets: Set<Socket> }[] = [];

function isLoopback(address: string): boolean {
  return address.startsWith('127.');
}

function createTransport({ timeoutMs = 5_000, turnTimeoutMs = 5_000, allowAddress = isLoopback } = {}): Transport {
  const resolver = resolverOf(dns);
  const fetch = createGuardedFetch({ resolver, allowAddress, allowInsecure: false, authorities: receiverAuthority });
  const client = createWebhookClient({ ...test.core, fetch, timeoutMs, turnTimeoutMs });
  return createWebhookTransport({ ...test.core, client, giveUpAfterMs: 4 * 86_400_000 });
}

/** A confirmed webhook of the owner; its id. */
async function addWebhook(forwardTo: string): Promise<string> {
  const userId = (await test.core.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
  const input = { alias: `a${randomUUID().slice(0, 8)}`, domain: 'kauke.test', forwardTo };
  const settings = { ...test.core.settings, targetConfirmation: 'off' as const };
  const alias = await createAlias({ ...test.core, settings }, input, {
    ownerId: userId,
    askerId: userId,
    ip: '192.0.2.1',
  });
  return alias.targets[0]?.id ?? '';
}

beforeEach(async () => {
  test = await createTestCore({ insecureWebhooks: true });
  const { user } = await signUp(test.core, owner);
  await confirmTarget(test.core, tokenOf(test.mails[0]), user.id);
  receiver = await startWebhookReceiver();
  dns = await startDnsServer({ [receiverHost]: { A: ['127.0.0.1'] } });
  url = `https://${receiverHost}:${receiver.port}/in?key=1`;
  targetId = await addWebhook(url);
  transport = createTransport();
});
afterEach(async () => {
  await Promise.all([receiver.stop(), dns.close(), test.drop()]);
  for (const { server, sockets } of rawServers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }
});

const header = [
  'Return-Path: <bob@sender.example>',
  'Delivered-To: shop@kauke.test',
  'Authentication-Results: mx.kauke.test; spf=pass smtp.mailfrom=sender.example',
  'X-Kauke-Reverse-Address: reply=abc@kauke.test',
  'Received: by mx.kauke.test; Sat, 21 Nov 2026 11:59:58 +0000',
  'From: bob@sender.example',
  'Subject: Hi',
];
const content = [Buffer.from(`${header.join('\r\n')}\r\n\r\n`), Buffer.from('Hello\r\n')];
const deliveryId = '9b2f1c1e-3f63-4b7b-9c33-0d0a5b7f8f11';

function post(via = transport, rcptTo = url, target: string | null = targetId): Attempt {
  return via.attempt({ deliveryId, targetId: target, mailFrom: 'b=x@kauke.test', rcptTo, content, smtpUtf8: false });
}
function deliver(via = transport, rcptTo = url, target: string | null = targetId): Promise<Outcome> {
  return post(via, rcptTo, target).outcome;
}
async function stateNow() {
  const webhook = await findWebhook(test.core, targetId);
  return { failing: webhook?.failingSince !== null, disabled: webhook?.disabledAt !== null };
}
const untried = { kind: 'deferred', code: 451, enhanced: '4.2.1', stage: 'data' };

describe('mail to a webhook', () => {
  it('is posted as signed JSON, with one id in all attempts and a timestamp of each', async () => {
    receiver.answer(500);
    await deliver();
    test.advance(5_000);
    receiver.answer(200);
    expect(await deliver()).toEqual({ kind: 'delivered' });
    const secrets = (await findWebhook(test.core, targetId))?.secrets ?? [];
    const nowS = Math.floor(test.core.clock.now() / 1000);
    const [first, second] = receiver.calls;
    for (const [call, timestampS] of [
      [first, nowS - 5],
      [second, nowS],
    ] as const) {
      const body = call?.body ?? Buffer.alloc(0);
      expect(call?.headers).toMatchObject({
        ...signWebhook({ id: `msg_${deliveryId}`, timestampS, body, secrets }),
        'content-type': 'application/json',
        'user-agent': 'Kauke-Webhooks',
      });
      expect(call).toMatchObject({ method: 'POST', path: '/in?key=1' });
      expect(JSON.parse(String(body))).toMatchObject({ type: 'email.received', data: { alias: 'shop@kauke.test' } });
    }
    expect(first?.body).toEqual(second?.body);
  });

  it('that is not confirmed, switched off, gone or changed is not dialed and stays', async () => {
    const set = (change: object) =>
      test.core.database.db.updateTable('targets').set(change).where('id', '=', targetId).execute();
    await set({ confirmedAt: null });
    expect(await deliver()).toEqual(untried);
    await set({ confirmedAt: new Date(test.core.clock.now()), disabledAt: new Date(test.core.clock.now()) });
    expect(await deliver()).toEqual(untried);
    await set({ disabledAt: null });
    expect(await deliver(transport, `${url}2`)).toEqual(untried);
    expect(await deliver(transport, url, randomUUID())).toEqual(untried);
    expect(await deliver(transport, url, null)).toEqual(untried);
    expect(receiver.calls).toHaveLength(0);
    expect(await deliver()).toEqual({ kind: 'delivered' });
  });

  it('goes to each endpoint as to a destination of its own', () => {
    expect(transport.destinationOf(url)).not.toBe(transport.destinationOf(`${url}2`));
  });

  it('is posted to five endpoints of an account on one host at once and no more, in turn', async () => {
    let underWay = 0;
    let most = 0;
    const release = Promise.withResolvers<void>();
    receiver.answer((response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      void release.promise.then(() => {
        underWay -= 1;
        response.end();
      });
    });
    const second = `https://${receiverHost}:${receiver.port}/second`;
    const secondId = await addWebhook(second);
    const attempts = Array.from({ length: 8 }, (_, turn) =>
      turn % 2 === 0 ? deliver() : deliver(transport, second, secondId),
    );
    await receiver.came(5);
    release.resolve();
    expect(await Promise.all(attempts)).toEqual(Array<Outcome>(8).fill({ kind: 'delivered' }));
    expect(most).toBe(5);
  });

  it('that gets no turn is put off without blame', async () => {
    receiver.answer(() => {});
    const via = createTransport({ timeoutMs: 1_000, turnTimeoutMs: 50 });
    const attempts = Array.from({ length: 6 }, () => deliver(via));
    expect(await Promise.race(attempts)).toEqual(untried);
    expect(await stateNow()).toEqual({ failing: false, disabled: false });
    await Promise.all(attempts);
  });

  it('can be stopped until the request has begun, and not after it', async () => {
    dns.add({ [receiverHost]: 'silence' });
    const early = post();
    expect(early.pastFinalDot()).toBe(false);
    early.stop();
    expect(await early.outcome).toMatchObject({ kind: 'deferred', code: null });
    dns.add({ [receiverHost]: { A: ['127.0.0.1'] } });
    const answered = Promise.withResolvers<void>();
    receiver.answer((response) => void answered.promise.then(() => response.end()));
    const late = post(createTransport());
    await receiver.came(1);
    expect(late.pastFinalDot()).toBe(true);
    late.stop();
    answered.resolve();
    expect(await late.outcome).toEqual({ kind: 'delivered' });
  });
});

describe('an endpoint that answers', () => {
  it.each([200, 201, 204, 299])('%i has taken the message', async (status) => {
    receiver.answer(status);
    expect(await deliver()).toEqual({ kind: 'delivered' });
  });

  it.each([301, 302, 307, 400, 401, 404, 500])('%i has not, and is tried again', async (status) => {
    receiver.answer((response) => void response.writeHead(status, { Location: 'http://127.0.0.1/' }).end());
    expect(await deliver()).toEqual({ kind: 'deferred', code: 451, enhanced: '4.2.0', stage: 'data' });
    expect(receiver.calls).toHaveLength(1);
    expect(await stateNow()).toEqual({ failing: true, disabled: false });
    receiver.answer(200);
    await deliver();
    expect(await stateNow()).toEqual({ failing: false, disabled: false });
  });

  it.each([429, 502, 503, 504])('%i asks for less', async (status) => {
    receiver.answer(status);
    expect(await deliver()).toEqual({ kind: 'deferred', code: 421, enhanced: '4.2.0', stage: 'data' });
  });

  it('with Retry-After is left alone so long', async () => {
    receiver.answer((response) => void response.writeHead(503, { 'Retry-After': '60' }).end());
    await deliver();
    receiver.answer(200);
    test.advance(59_000);
    expect(await deliver()).toEqual(untried);
    expect(receiver.calls).toHaveLength(1);
    test.advance(1_000);
    expect(await deliver()).toEqual({ kind: 'delivered' });
  });

  it('410 is switched off, and its owner told', async () => {
    receiver.answer(410);
    expect(await deliver()).toEqual({ kind: 'refused', code: 550, enhanced: '5.2.1', stage: 'data' });
    expect(await stateNow()).toMatchObject({ disabled: true });
    await sendNotices(test.core);
    expect(test.mails.at(-1)).toMatchObject({ recipient: owner, subject: 'A webhook was switched off' });
    expect(await deliver()).toEqual(untried);
    expect(receiver.calls).toHaveLength(1);
  });

  it('with the address of its owner leaves no trace of it', async () => {
    receiver.answer((response, { body }) => {
      response.writeHead(550, owner, { 'Retry-After': owner, 'X-Owner': owner }).end(`${owner} ${String(body)}`);
    });
    expect(JSON.stringify(await deliver())).not.toContain('example.com');
    expect(test.logLines.join('')).not.toContain(owner);
    expect(test.logLines.join('')).not.toContain(receiverHost);
  });

  it('without end, or not at all, has taken the message once its status is there, and not before', async () => {
    receiver.answer((response) => {
      const flood = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', flood);
      flood();
    });
    expect(await deliver()).toEqual({ kind: 'delivered' });
    receiver.answer(() => {});
    const late = await deliver(createTransport({ timeoutMs: 200 }));
    expect(late).toEqual({ kind: 'deferred', code: null, enhanced: null, stage: 'data' });
  });
});

describe('a way to an endpoint that', () => {
  const startRaw = async (onSocket: (socket: Socket) => void): Promise<string> => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      onSocket(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    rawServers.push({ server, sockets });
    return `https://${receiverHost}:${(server.address() as AddressInfo).port}/`;
  };
  const deferredAt = (stage: string) => ({ kind: 'deferred', code: null, enhanced: null, stage });
  const failing = { failing: true, disabled: false };

  it('has no name, leads inside or ends nowhere is tried again', async () => {
    dns.add({ [receiverHost]: { A: ['10.0.0.1'] } });
    expect(await deliver(createTransport({ allowAddress: isForeignPublicAddress }))).toEqual(deferredAt('dns'));
    expect(await stateNow()).toEqual(failing);
    dns.add({ [receiverHost]: {} });
    expect(await deliver(createTransport())).toEqual(deferredAt('dns'));
    dns.add({ [receiverHost]: { A: ['127.0.0.1'] } });
    await receiver.stop();
    expect(await deliver(createTransport())).toEqual(deferredAt('connect'));
    receiver = await startWebhookReceiver();
  });

  it('hangs in the handshake, speaks no TLS or breaks off is tried again', async () => {
    const silent = await startRaw(() => {});
    const silentId = await addWebhook(silent);
    expect(await deliver(createTransport({ timeoutMs: 200 }), silent, silentId)).toEqual(deferredAt('data'));
    const chatty = await startRaw((socket) => socket.end('220 hello\r\n'));
    expect(await deliver(transport, chatty, await addWebhook(chatty))).toEqual(deferredAt('tls'));
    receiver.answer((response) => void response.destroy());
    expect(await deliver()).toEqual(deferredAt('data'));
  });
});
