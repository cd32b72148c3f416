import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendMessage } from '#support/smtp-client.ts';
import type { WebhookReceiver } from '#support/webhook-receiver.ts';
import { eventOf, readSample, startWebhookWorld, type WebhookWorld } from '#support/webhook-world.ts';

let world: WebhookWorld;
let receiver: WebhookReceiver;

beforeAll(async () => {
  world = await startWebhookWorld();
  ({ receiver } = world);
});
afterAll(() => world.stop());

/** The reply to the final dot, or to the refused recipient. */
async function send(subject: string): Promise<string | undefined> {
  const header = ['From: Bob <bob@sender.example>', 'To: hooked@kauke.test', `Subject: ${subject}`];
  const trace = ['Date: Sat, 21 Nov 2026 12:00:00 +0000', `Message-ID: <${subject}@sender.example>`];
  const data = [...header, ...trace, '', 'Hello', ''].join('\r\n');
  const to = 'hooked@kauke.test';
  const replies = await sendMessage({ port: world.mxPort, from: 'bob@sender.example', to, data });
  return replies.data ?? replies.rcpt[0];
}

describe('mail to an alias with a webhook', () => {
  it('is posted with what the owner needs and nothing masked', async () => {
    const before = receiver.calls.length;
    expect(await send('first')).toMatch(/^250 /);
    const { type, data } = eventOf(await world.lastCall(before + 1));
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
    const refused = eventOf(await world.lastCall(before + 1));
    const { id, failingSince } = await world.findTarget('confirmed');
    expect(failingSince).not.toBeNull();
    receiver.answer(200);
    expect(await world.ask('POST', `/api/targets/${id}/replay`)).toEqual({ message: '1 message is sent again' });
    const taken = await world.lastCall(before + 2);
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
    const { id } = await world.findTarget('disabled');
    expect(await send('later')).toMatch(/^450 /);
    receiver.answer(200);
    await world.ask('POST', `/api/targets/${id}/activation`);
    expect(eventOf(await world.lastCall(before + 3)).data).toMatchObject({ subject: 'kept' });
    expect(receiver.calls.slice(before + 3)).toHaveLength(0);
  });
});

describe('the samples of the guide', () => {
  it('in TypeScript takes what we sent and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kauke-sample-'));
    const file = join(folder, 'sample.ts');
    await writeFile(file, await readSample('ts'));
    const { isFromKauke } = (await import(file)) as {
      isFromKauke: (secret: string, headers: Headers, body: Buffer) => boolean;
    };
    await rm(folder, { recursive: true });
    const { secret, call } = await world.receiveTest();
    const headers = new Headers(call.headers as Record<string, string>);
    expect(isFromKauke(secret, headers, call.body)).toBe(true);
    expect(isFromKauke(secret, headers, Buffer.concat([call.body, Buffer.from(' ')]))).toBe(false);
    expect(isFromKauke('whsec_AAAA', headers, call.body)).toBe(false);
    headers.set('webhook-timestamp', String(Number(headers.get('webhook-timestamp')) - 301));
    expect(isFromKauke(secret, headers, call.body)).toBe(false);
    expect(isFromKauke(secret, new Headers(), call.body)).toBe(false);
  });
});
