import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AccountTarget } from '#contract/targets.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { signUpOwner, startService } from '#support/running-service.ts';
import { startWebhookReceiver, type WebhookCall, type WebhookReceiver } from '#support/webhook-receiver.ts';

/** A whole program in which hooked@kauke.test forwards to one confirmed webhook. */
export interface WebhookWorld {
  readonly mxPort: number;
  readonly receiver: WebhookReceiver;
  /** A call of the owner that is answered 200. */
  ask<Body>(method: string, path: string): Promise<Body>;
  /** The webhook, once it is in this state. */
  findTarget(state: AccountTarget['state']): Promise<AccountTarget>;
  /** The last of so many requests at the receiver. */
  lastCall(count: number): Promise<WebhookCall | undefined>;
  /** A real request with two signatures, of which the one by `secret` alone must do. */
  receiveTest(): Promise<{ readonly secret: string; readonly call: WebhookCall }>;
  stop(): Promise<void>;
}

export interface WebhookEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function eventOf(call: WebhookCall | undefined): WebhookEvent {
  return JSON.parse(String(call?.body)) as WebhookEvent;
}

/** The sample of the guide on webhooks in this language. */
export async function readSample(language: string): Promise<string> {
  const guide = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
  const found = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1];
  if (found === undefined) throw new Error(`The guide has no sample in ${language}.`);
  return found;
}

export async function startWebhookWorld(): Promise<WebhookWorld> {
  const dns = await startDnsServer();
  const receiver = await startWebhookReceiver({ secure: false });
  const env = { DELIVERY: 'preview', WEBHOOK_ALLOW_INSECURE: 'true', DNS_SERVERS: dns.address };
  const service = await startService(env);
  const ann = await signUpOwner(service, 'ann.private@home.example');

  async function ask<Body>(method: string, path: string): Promise<Body> {
    const { status, body } = await ann.send(method, path);
    expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBe(200);
    return body as Body;
  }

  async function findTarget(state: AccountTarget['state']): Promise<AccountTarget> {
    for (;;) {
      const { targets } = await ask<{ targets: AccountTarget[] }>('GET', '/api/targets');
      const webhook = targets.find((target) => target.kind === 'webhook' && target.state === state);
      if (webhook !== undefined) return webhook;
    }
  }

  async function receiveTest(): Promise<{ secret: string; call: WebhookCall }> {
    receiver.answer(200);
    const { id } = await findTarget('confirmed');
    const { webhook } = await ask<{ webhook: { secret: string } }>('GET', `/api/targets/${id}/secret`);
    await ask('POST', `/api/targets/${id}/secret`);
    const before = receiver.calls.length;
    expect(await ask('POST', `/api/targets/${id}/test`)).toMatchObject({ result: { delivered: true, status: 200 } });
    const call = (await receiver.came(before + 1)).at(before);
    if (call === undefined) throw new Error('nothing came');
    expect(eventOf(call).type).toBe('email.test');
    return { secret: webhook.secret, call };
  }

  await ann.createAlias('hooked', [`http://127.0.0.1:${receiver.port}/mail`]);
  await findTarget('confirmed');
  return {
    mxPort: service.mxPort,
    receiver,
    ask,
    findTarget,
    lastCall: async (count) => (await receiver.came(count)).at(count - 1),
    receiveTest,
    stop: async () => {
      await service.stop();
      await Promise.all([receiver.stop(), dns.close()]);
    },
  };
}
