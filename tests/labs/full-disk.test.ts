import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { quickLimits } from '#support/mail-engine.ts';
import { accepted, arrivedAt, byText, greet, inbox, send, tryLater } from '#support/numbered-mail.ts';
import { signUpOwner, startService } from '#support/running-service.ts';
import { mountSmallDisk } from '#support/small-disk.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';

const disk = mountSmallDisk(160);
afterAll(() => disk.unmount());

it('a program whose disk is full puts new mail off, and loses none that it took', async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.stop);
  const service = await startService(
    {
      DATA_DIR: join(disk.folder, 'data'),
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@ops.example',
      TARGET_CONFIRMATION: 'off',
    },
    { mailLimits: quickLimits },
  );
  onTestFinished(service.stop);
  const owner = await signUpOwner(service, 'ann-account@home.example');
  await owner.createAlias('my-alias', [inbox]);
  const client = await greet(service);
  // Larger than what PostgreSQL still has room for in the files it has.
  const large = `${'x'.repeat(76)}\r\n`.repeat(60_000);

  sink.setScript({ onRcpt: (address) => (address === inbox ? { code: 451 } : 'accept') });
  expect(await send(client, 'before', large)).toBe(accepted);
  const free = await disk.fill();
  expect(await send(client, 'while-full', large)).toBe(tryLater);
  await free();
  expect(await send(client, 'after', large)).toBe(accepted);
  sink.setScript({});
  await expect.poll(() => arrivedAt(sink).toSorted(byText), { timeout: 20_000 }).toEqual(['after', 'before']);
  client.destroy();
});
