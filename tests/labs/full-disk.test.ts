import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readDisk } from '#database/embedded/cluster-disk.ts';
import { readFreeSpace } from '#platform/disk-space.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { accepted, arrivedAt, byText, greet, inbox, send } from '#support/numbered-mail.ts';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { mountSmallDisk } from '#support/small-disk.ts';
import { sendMessage, type SmtpTestClient } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const disk = mountSmallDisk(768);
/** Ten MiB. */
const large = `${'x'.repeat(78)}\r\n`.repeat(131_072);
const crowded = /^452 4\.3\.1 /u;
/** No account's share ends before the disk does, and no message is tried again while the test goes on filling. */
const limits = { ...quickLimits, accountMaxBytes: 1e12, accountLeastBytes: 1e12, retryDelaysMs: [20_000] };

let sink: SmtpSink;
let service: RunningService;
let client: SmtpTestClient;
const taken: string[] = [];

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService(
    {
      DATA_DIR: join(disk.folder, 'data'),
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@ops.example',
      TARGET_CONFIRMATION: 'off',
    },
    { mailLimits: limits },
  );
  const owner = await signUpOwner(service, 'ann-account@home.example');
  await owner.createAlias('my-alias', [inbox]);
  await owner.createAlias('live', ['zoe@home.example']);
  client = await greet(service);
}, 60_000);
afterAll(async () => {
  client.destroy();
  await service.stop();
  await sink.stop();
  disk.unmount();
});

function putOff(): void {
  sink.setScript({ onRcpt: (address) => (address === inbox ? { code: 451 } : 'accept') });
}

async function sendLive(): Promise<string | null> {
  const data = 'From: bob@sender.example\r\nSubject: live\r\n\r\nHello.\r\n';
  return (await sendMessage({ port: service.mxPort, from: 'bob@sender.example', to: 'live@kauke.test', data })).data;
}

vi.setConfig({ testTimeout: 1_000_000 });

/** What was tried just before its destination answered again keeps to its own schedule, of five minutes. */
const arrivalMs = 400_000;

/** Sends large mail that has to wait until it is put off; the reply. */
async function fillWithMail(name: string): Promise<string> {
  for (let count = 0; count < 100; count += 1) {
    const reply = await send(client, `${name}-${count}`, large);
    if (reply !== accepted) return reply;
    taken.push(`${name}-${count}`);
  }
  throw new Error('never put off');
}

describe('a program on a small disk', () => {
  it('puts mail off that must wait before the database has no room, and forwards what need not', async () => {
    putOff();
    expect(await fillWithMail('first')).toMatch(crowded);
    expect(taken.length).toBeGreaterThan(5);
    const { freeBytes, reservedBytes } = await readDisk(service.command.config, readFreeSpace);
    expect(freeBytes).toBeGreaterThan(reservedBytes);
    expect(await sendLive()).toBe(accepted);
  });

  it('delivers all that it took, and keeps mail again once that is gone', async () => {
    sink.setScript({});
    await expect.poll(() => arrivedAt(sink).toSorted(byText), { timeout: arrivalMs }).toEqual(taken.toSorted(byText));
    putOff();
    const reply = await fillWithMail('second');
    expect(reply).toMatch(crowded);
    expect(taken.filter((id) => id.startsWith('second')).length).toBeGreaterThan(5);
    sink.setScript({});
    await expect.poll(() => arrivedAt(sink).toSorted(byText), { timeout: arrivalMs }).toEqual(taken.toSorted(byText));
  });

  it('loses nothing when others fill the disk to its last octet', async () => {
    putOff();
    await expect.poll(() => send(client, 'before'), { timeout: 30_000 }).toBe(accepted);
    const free = await disk.fill();
    expect(await send(client, 'while-full', large)).toMatch(/^45[12] 4\.3\.[01] /u);
    await free();
    await expect.poll(() => send(client, 'after'), { timeout: 30_000 }).toBe(accepted);
    sink.setScript({});
    const arrived = () => arrivedAt(sink).filter((id) => !taken.includes(id));
    await expect.poll(() => arrived().toSorted(byText), { timeout: arrivalMs }).toEqual(['after', 'before']);
  });
});
