import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountTarget } from '#contract/targets.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startWebhookReceiver, type WebhookCall, type WebhookReceiver } from '#support/webhook-receiver.ts';

const run = promisify(execFile);

let dns: DnsServer;
let service: RunningService;
let receiver: WebhookReceiver;
let ann: Owner;
let url: string;

beforeAll(async () => {
  dns = await startDnsServer();
  receiver = await startWebhookReceiver({ secure: false });
  url = `http://127.0.0.1:${receiver.port}/mail`;
  service = await startService({ DELIVERY: 'preview', WEBHOOK_ALLOW_INSECURE: 'true', DNS_SERVERS: dns.address });
  ann = await signUpOwner(service, 'ann.private@home.example');
  await ann.createAlias('hooked', [url]);
  await findTarget('confirmed');
});
afterAll(async () => {
  await service.stop();
  await Promise.all([receiver.stop(), dns.close()]);
});

async function ask<Body>(method: string, path: string): Promise<Body> {
  const { status, body } = await ann.send(method, path);
  expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBe(200);
  return body as Body;
}

/** The webhook, once it is in this state. */
async function findTarget(state: AccountTarget['state']): Promise<AccountTarget> {
  for (;;) {
    const { targets } = await ask<{ targets: AccountTarget[] }>('GET', '/api/targets');
    const webhook = targets.find((target) => target.kind === 'webhook' && target.state === state);
    if (webhook !== undefined) return webhook;
  }
}

/** The reply to the final dot, or to the refused recipient. */
async function send(subject: string): Promise<string | undefined> {
  const header = ['From: Bob <bob@sender.example>', 'To: hooked@kauke.test', `Subject: ${subject}`];
  const trace = ['Date: Sat, 21 Nov 2026 12:00:00 +0000', `Message-ID: <${subject}@sender.example>`];
  const data = [...header, ...trace, '', 'Hello', ''].join('\r\n');
  const to = 'hooked@kauke.test';
  const replies = await sendMessage({ port: service.mxPort, from: 'bob@sender.example', to, data });
  return replies.data ?? replies.rcpt[0];
}

interface Event {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
function eventOf(call: WebhookCall | undefined): Event {
  return JSON.parse(String(call?.body)) as Event;
}
async function lastCall(count: number): Promise<WebhookCall | undefined> {
  return (await receiver.came(count)).at(count - 1);
}

describe('mail to an alias with a webhook', () => {
  it('is posted with what the owner needs and nothing masked', async () => {
    const before = receiver.calls.length;
    expect(await send('first')).toMatch(/^250 /);
    const { type, data } = eventOf(await lastCall(before + 1));
    expect(type).toBe('email.received');
    expect(data).toMatchObject({
      alias: 'hooked@kauke.test',
      envelope: { from: 'bob@sender.example', to: ['hooked@kauke.test'] },
      from: { name: 'Bob', address: 'bob@sender.example' },
      subject: 'first',
      message_id: '<first@sender.example>',
      auth: { spf: { result: 'none' }, dkim: [], dmarc: { domain: 'sender.example' } },
      truncated: false,
    });
    expect(data['reverse_address']).toMatch(/^reply=[a-z0-9]{26}@kauke\.test$/);
    expect(String(data['text']).trim()).toBe('Hello');
  });

  it('waits while the webhook is down, and goes out when its owner asks for it', async () => {
    receiver.answer(500);
    const before = receiver.calls.length;
    expect(await send('waits')).toMatch(/^250 /);
    const refused = eventOf(await lastCall(before + 1));
    const { id, failingSince } = await findTarget('confirmed');
    expect(failingSince).not.toBeNull();
    receiver.answer(200);
    expect(await ask('POST', `/api/targets/${id}/replay`)).toEqual({ message: '1 message is sent again' });
    const taken = await lastCall(before + 2);
    expect(eventOf(taken)).toEqual(refused);
    expect(taken?.headers['webhook-id']).toBe(refused.data['id']);
  });

  it('is kept when a 410 switches the webhook off, and sent when it is switched on', async () => {
    receiver.answer(500);
    const before = receiver.calls.length;
    await send('kept');
    await receiver.came(before + 1);
    receiver.answer(410);
    await send('refused');
    const { id } = await findTarget('disabled');
    expect(await send('later')).toMatch(/^450 /);
    receiver.answer(200);
    await ask('POST', `/api/targets/${id}/activation`);
    expect(eventOf(await lastCall(before + 3)).data).toMatchObject({ subject: 'kept' });
    expect(receiver.calls.slice(before + 3)).toHaveLength(0);
  });
});

describe('the samples of the guide', () => {
  const sample = async (language: string): Promise<string> => {
    const guide = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
    const found = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1];
    if (found === undefined) throw new Error(`The guide has no sample in ${language}.`);
    return found;
  };

  /** A real request, once as it came and once with another body. */
  const receive = async (): Promise<{ secret: string; call: WebhookCall }> => {
    receiver.answer(200);
    const { id } = await findTarget('confirmed');
    const { webhook } = await ask<{ webhook: { secret: string } }>('GET', `/api/targets/${id}/secret`);
    // Of two signatures, each alone must do.
    await ask('POST', `/api/targets/${id}/secret`);
    const before = receiver.calls.length;
    expect(await ask('POST', `/api/targets/${id}/test`)).toMatchObject({ result: { delivered: true, status: 200 } });
    const call = await lastCall(before + 1);
    if (call === undefined) throw new Error('nothing came');
    expect(eventOf(call).type).toBe('email.test');
    return { secret: webhook.secret, call };
  };

  it('in TypeScript takes what we sent and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kauke-sample-'));
    const file = join(folder, 'sample.ts');
    await writeFile(file, await sample('ts'));
    const { isFromKauke } = (await import(file)) as {
      isFromKauke: (secret: string, headers: Headers, body: Buffer) => boolean;
    };
    await rm(folder, { recursive: true });
    const { secret, call } = await receive();
    const headers = new Headers(call.headers as Record<string, string>);
    expect(isFromKauke(secret, headers, call.body)).toBe(true);
    expect(isFromKauke(secret, headers, Buffer.concat([call.body, Buffer.from(' ')]))).toBe(false);
    expect(isFromKauke('whsec_AAAA', headers, call.body)).toBe(false);
    headers.set('webhook-timestamp', String(Number(headers.get('webhook-timestamp')) - 301));
    expect(isFromKauke(secret, headers, call.body)).toBe(false);
    expect(isFromKauke(secret, new Headers(), call.body)).toBe(false);
  });

  it('in Python takes what we sent and nothing else, where there is a Python', async () => {
    const installed = await run('python3', ['--version']).catch(() => null);
    const { secret, call } = await receive();
    if (installed === null) return;
    const program = [
      await sample('python'),
      'import json, sys',
      'given = json.loads(sys.argv[1])',
      'headers, body = given["headers"], base64.b64decode(given["body"])',
      'print(is_from_kauke(given["secret"], headers, body), is_from_kauke(given["secret"], headers, body + b" "),',
      '  is_from_kauke("whsec_AAAA", headers, body), is_from_kauke(given["secret"], {}, body))',
    ].join('\n');
    const given = JSON.stringify({ secret, headers: call.headers, body: call.body.toString('base64') });
    const { stdout } = await run('python3', ['-c', program, given]);
    expect(stdout.trim()).toBe('True False False False');
  });
});
