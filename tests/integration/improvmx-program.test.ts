import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcileProvider } from '#cli/reconcile-provider.ts';
import type { PublicConfig } from '#contract/site.ts';
import type { Alias } from '#contract/aliases.ts';
import { createVisitor } from '#support/api.ts';
import { findFreePort } from '#support/free-port.ts';
import { startImprovmxServer, type ImprovmxServer } from '#support/improvmx-server.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const inbox = 'ann@inbox.example';
let provider: ImprovmxServer;
let sink: SmtpSink;
let service: RunningService;
let ann: Owner;

beforeAll(async () => {
  provider = await startImprovmxServer();
  sink = await startSmtpSink();
  const port = await findFreePort();
  service = await startService({
    FORWARDING_PROVIDER: 'improvmx',
    IMPROVMX_API_KEY: provider.apiKey,
    IMPROVMX_API_URL: provider.apiUrl,
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    HTTP_PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OPERATOR_EMAIL: 'operator@inbox.example',
    WEBHOOK_ALLOW_INSECURE: 'true',
  });
  ann = await signUpOwner(service, inbox);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([provider.close(), sink.stop()]);
});

async function ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await ann.send(method, path, body);
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body as Body;
}
async function list(): Promise<Alias[]> {
  return (await ask<{ aliases: Alias[] }>('GET', `/api/aliases/${ann.id}`)).aliases;
}
/** Waits until the name forwards as wanted, which the worker of the program sees to. */
async function expectForward(name: string, forward: (text: string | null) => boolean): Promise<void> {
  await expect.poll(() => forward(provider.account.forwardOf('kauke.test', name)), { interval: 5 }).toBe(true);
}
async function reconcile(mend: boolean): Promise<string[]> {
  const lines: string[] = [];
  await reconcileProvider(service.command, { mend }, (line) => lines.push(line));
  return lines;
}

describe('a program under ImprovMX', () => {
  it('takes no mail itself, and tells the browser what that means', async () => {
    const { mxPort, submissionPort, submissionsPort } = service.program;
    expect([mxPort, submissionPort, submissionsPort]).toEqual([null, null, null]);
    expect(await ask<PublicConfig>('GET', '/api/config')).toMatchObject({
      provider: 'improvmx',
      delivery: 'smarthost',
      features: {
        replies: false,
        contacts: false,
        deliveries: false,
        transparent: false,
        held: false,
        signedWebhooks: false,
        ownDomains: true,
        domainRules: false,
        domainOffers: false,
        encryption: false,
        lives: false,
        counts: false,
        accountSending: false,
      },
      smtp: { host: 'smtp.improvmx.com', port: 587, sslPort: 465 },
    });
  });

  it('sets its domains up by itself', async () => {
    await expectForward('postmaster', (forward) => forward === 'operator@inbox.example');
    await expectForward('*', (forward) => forward === null);
  });

  it('forwards once the inbox is confirmed by a mail through the smarthost', async () => {
    await ann.createAlias('shoes', [inbox]);
    expect(provider.account.forwardOf('kauke.test', 'shoes')).toBeNull();
    const [mail] = await sink.waitForMessages(1);
    await confirmInbox(ann, mail?.raw ?? Buffer.alloc(0));
    await expectForward('shoes', (forward) => forward === inbox);
    await expect.poll(async () => (await list())[0]?.providerState, { interval: 20 }).toBe('live');
  });

  it('answers for nothing that it lacks, and still confirms webhooks', async () => {
    await ann.createAlias('hooked', ['http://127.0.0.1:9/mail']);
    const hooked = (await list()).find(({ alias }) => alias === 'hooked');
    const [alias, target] = [`/api/aliases/${hooked?.id}`, `/api/targets/${hooked?.targets[0]?.id}`];
    const address = 'shop@sender.example';
    const lacking: readonly (readonly [string, string, object?])[] = [
      ['POST', `${alias}/contacts`, { address }],
      ['PATCH', `${alias}/contacts`, { address, blocked: true }],
      ['GET', `${alias}/settings`],
      ['PATCH', `${alias}/settings`, { transparent: true }],
      ['GET', `${alias}/deliveries`],
      ['GET', '/api/deliveries'],
      ['POST', `${target}/test`],
      ['GET', `${target}/secret`],
      ['POST', `${target}/secret`],
      ['POST', `${target}/replay`],
      ['PUT', `${target}/key`, { publicKey: 'x' }],
    ];
    for (const [method, path, body] of lacking) {
      const { status, body: answer } = await ann.send(method, path, body);
      const { code, message } = answer as { code: string; message: string };
      expect([status, code], `${method} ${path}`).toEqual([404, 'not_found']);
      expect(message, `${method} ${path}`).toContain('ImprovMX');
      expect((await createVisitor({ url: service.program.publicUrl }).send(method, path, body)).status).toBe(401);
    }
    expect(await ask('POST', `${target}/verification`)).toMatchObject({ result: {} });
    await ask('DELETE', alias);
  });

  it('offers no replies to the clients of addy.io', async () => {
    const { apiKey } = await ask<{ apiKey: { key: string } }>('POST', '/api/api-keys', { name: 'phone' });
    const { body } = await createVisitor({ url: service.program.publicUrl }).send(
      'GET',
      '/api/v1/recipients',
      undefined,
      {
        authorization: `Bearer ${apiKey.key}`,
      },
    );
    expect(body).toMatchObject({ data: [{ can_reply_send: false }] });
  });

  it('takes back the MTA-STS policy that asked for its own host', async () => {
    const { port } = new URL(service.program.publicUrl);
    const [answer] = (await once(
      get({ port, path: '/.well-known/mta-sts.txt', headers: { Host: 'mta-sts.kauke.test' } }),
      'response',
    )) as [IncomingMessage];
    expect(await text(answer)).toBe('version: STSv1\r\nmode: none\r\nmax_age: 86400\r\n');
  });

  it('takes the mail of a paused alias with 200, however large, and keeps nothing', async () => {
    const [alias] = await list();
    await ask('PATCH', `/api/aliases/${alias?.id}/toggle`, { active: false });
    const url = provider.account.forwardOf('kauke.test', 'shoes') ?? '';
    expect(url).toMatch(new RegExp(`^${service.program.publicUrl}/api/discard/[\\w-]{43}$`));
    const message = JSON.stringify({ subject: 'secret', text: 'x'.repeat(20 * 1024 * 1024) });
    const answer = await fetch(url, { method: 'POST', body: message, headers: { 'content-type': 'application/json' } });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const guessed = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`;
    const stranger = await fetch(guessed, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(stranger.status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });

  it('shows the differences on the command line, then mends them', async () => {
    const [alias] = await list();
    await ask('PATCH', `/api/aliases/${alias?.id}/toggle`, { active: true });
    provider.account.setAlias('kauke.test', 'shoes', 'thief@inbox.example');
    expect(await reconcile(false)).toEqual([
      '  shoes@kauke.test is forwarded elsewhere by the provider',
      '1 difference to mend',
      'Nothing was changed. To mend: npm run kauke -- provider reconcile --mend',
    ]);
    expect(provider.account.forwardOf('kauke.test', 'shoes')).toBe('thief@inbox.example');
    expect((await reconcile(true)).at(-1)).toBe('Both sides are equal now.');
    expect(provider.account.forwardOf('kauke.test', 'shoes')).toBe(inbox);
    expect(await reconcile(false)).toEqual(['0 differences to mend']);
  });

  it('leaves nothing at the provider for an account that was deleted while the provider was down', async () => {
    await ask('POST', '/api/smtp-credentials', { aliasId: (await list())[0]?.id });
    await provider.shut();
    await ask('DELETE', '/api/account');
    await provider.open();
    await expectForward('shoes', (forward) => forward === null);
    await expect.poll(() => provider.account.domains.get('kauke.test')?.credentials.size, { interval: 5 }).toBe(0);
  });
});
