import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBlock, runBlockList, runQueue, runQueueAct, runUnblock } from '#cli/operator/queue.ts';
import type { QueueAct } from '#contract/operator.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const patient = { interval: 100 };

const email = 'ann@home.example';

let sink: SmtpSink;
let service: RunningService;

beforeAll(async () => {
  sink = await startSmtpSink();
  const environment = {
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
    TARGET_CONFIRMATION: 'off',
    UNAUTHENTICATED_MAIL: 'mark',
  };
  service = await startService(environment, { mailLimits: { ...quickLimits, giveUpAfterMs: 600_000 } });
  const ann = await signUpOwner(service, email);
  await ann.createAlias('shop', [email]);
});
afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function queue(): Promise<string> {
  const lines: string[] = [];
  await runQueue(service.command, (line) => lines.push(line));
  return lines.join('\n');
}
async function act(name: QueueAct, destination = 'smarthost'): Promise<string> {
  const lines: string[] = [];
  await runQueueAct(service.command, { act: name, destination }, (line) => lines.push(line));
  return lines.join('\n');
}

let sent = 0;
/** The reply to one message; each has a subject of its own. */
async function send(to = 'shop@kauke.test', from = 'carol@sender.example'): Promise<string> {
  sent += 1;
  const data = `From: ${from}\r\nSubject: message ${sent}\r\n\r\nText\r\n`;
  const { data: reply } = await sendMessage({ port: service.mxPort, from, to, data });
  return reply ?? '';
}
function arrived(): number {
  return sink.messages.filter(({ rcptTo }) => rcptTo.includes(email)).length;
}

describe('queue', () => {
  it('holds what waits and what comes for a destination, and lets it go', async () => {
    expect(await queue()).toBe('Nothing waits.');
    expect(await act('hold')).toContain('Nothing is tried at smarthost until "queue release smarthost"');
    await expect
      .poll(async () => {
        expect(await send()).toMatch(/^250/);
        return queue();
      }, patient)
      .toMatch(/^[0-9a-f]{12} {2}smarthost +1 waiting, 1 held, the first since \S+, ON HOLD$/u);
    const before = arrived();
    expect(await act('try-now')).toBe('0 deliveries to smarthost are tried now.');
    expect(await send()).toMatch(/^250/);
    await expect.poll(queue, patient).toMatch(/2 waiting, 2 held/);
    expect(arrived()).toBe(before);
    const id = (await queue()).slice(0, 12);
    expect(await act('release', id)).toBe('smarthost is tried again: 2 deliveries.');
    await expect.poll(arrived, patient).toBe(before + 2);
    await expect.poll(queue, patient).toBe('Nothing waits.');
  });

  it('gives up what is dropped, and refuses what it does not know', async () => {
    sink.setScript({ onRcpt: () => ({ code: 450 }) });
    expect(await send()).toMatch(/^250/);
    await expect.poll(queue, patient).toMatch(/smarthost +1 waiting/);
    const since = /the first since (\S+Z)/u.exec(await queue())?.[1] ?? '';
    expect(await act('drop')).toContain('1 deliveries to smarthost are given up');
    // A mail of ours about it may wait in its place.
    await expect.poll(queue, patient).not.toContain(since);
    sink.setScript({});
    await expect.poll(queue, patient).toBe('Nothing waits.');
    expect(sink.messages.filter(({ raw }) => raw.includes(`Subject: message ${sent}\r\n`))).toEqual([]);
    await expect(act('release', 'elsewhere.example')).rejects.toThrow('Not found');
    await expect(act('hold', 'ann@home.example')).rejects.toThrow('Not found');
  });
});

describe('block', () => {
  const print = () => {};

  it('refuses mail of an address or a domain for everybody, but lets it reach the operator', async () => {
    await runBlock(service.command, 'Sender.example', print);
    await expect
      .poll(() => send('shop@kauke.test', 'x@mail.sender.example'), patient)
      .toMatch(/^550 5\.7\.1 This server takes no mail from you/);
    expect(await send()).toMatch(/^550 5\.7\.1 This server takes/);
    expect(await send('postmaster@kauke.test')).toMatch(/^250/);
    expect(await send('shop@kauke.test', 'x@other.example')).toMatch(/^250/);
    const lines: string[] = [];
    await runBlockList(service.command, (line) => lines.push(line));
    expect(lines).toEqual([expect.stringMatching(/^sender\.example since /)]);
    await runUnblock(service.command, 'sender.example', print);
    await expect.poll(() => send(), patient).toMatch(/^250/);
    await expect(runUnblock(service.command, 'sender.example', print)).rejects.toThrow('Not found');
    await expect(runBlock(service.command, 'no domain', print)).rejects.toThrow();
  });
});
