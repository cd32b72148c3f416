import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeProgramDatabase } from '#support/database.ts';
import { killPrograms, startProgram } from '#support/program.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#support/webhook-receiver.ts';

let dataDir: string;
let receiver: WebhookReceiver;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-heartbeat-'));
  receiver = await startWebhookReceiver({ secure: false });
});
afterEach(async () => {
  killPrograms();
  await receiver.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function expectBeat(workers: string): Promise<void> {
  const program = await startProgram({
    env: {
      ...(await makeProgramDatabase()),
      DATA_DIR: dataDir,
      WORKERS: workers,
      SMARTHOST_URL: 'smtp://127.0.0.1:1',
      MAIL_DOMAINS: 'mask.example',
      OPERATOR_EMAIL: 'operator@operator.example',
      HEARTBEAT_URL: `http://127.0.0.1:${receiver.port}/beat`,
    },
  });
  const [call] = await receiver.came(1);
  expect(call).toMatchObject({ method: 'GET', path: '/beat', headers: { 'user-agent': 'Kauke' } });
  const { code, stderr } = await program.stop();
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/"event":"(?:alarm|watch_failed|heartbeat_failed)"/);
}

it('a program lets somebody outside know that mail passes', { tags: 'proof' }, () => expectBeat('1'));

it('a program of two workers lets somebody outside know that mail passes', () => expectBeat('2'));
