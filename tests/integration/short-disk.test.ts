import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVisitor } from '#support/api.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { alias, accepted, arrivedAt, greet, inbox, send } from '#support/numbered-mail.ts';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const plenty = 100 * 1024 ** 3;
const crowded = /^452 4\.3\.1 /u;
let free = plenty;
let sink: SmtpSink;
let service: RunningService;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService(
    {
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@ops.example',
      TARGET_CONFIRMATION: 'off',
      METRICS_PORT: '0',
    },
    { mailLimits: { ...quickLimits, diskReadEveryMs: 20 }, freeSpace: () => Promise.resolve(free) },
    'own',
  );
});
afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function readState(): Promise<{ readonly status: number; readonly storing: unknown; readonly gauge: string }> {
  const visitor = createVisitor({ url: `http://localhost:${service.program.httpPort}` });
  const { status, body } = await visitor.send('GET', '/readyz');
  const metrics = await fetch(`http://127.0.0.1:${service.program.metricsPort}/metrics`);
  const gauge = /^kauke_storing (\d)$/mu.exec(await metrics.text())?.[1] ?? '';
  return { status, storing: (body as { storing: unknown }).storing, gauge };
}

it('a program whose disk fills puts mail off that would wait, forwards what need not, and says so', async () => {
  const owner = await signUpOwner(service, 'ann-account@home.example');
  await owner.createAlias(alias.split('@')[0] ?? '', [inbox]);
  const client = await greet(service);
  const later = { onRcpt: () => ({ code: 451 }) } as const;
  expect(await readState()).toEqual({ status: 200, storing: true, gauge: '1' });

  free = 300 * 1024 ** 2;
  await expect.poll(readState).toEqual({ status: 200, storing: false, gauge: '0' });
  sink.setScript(later);
  expect(await send(client, 'put-off')).toMatch(crowded);
  sink.setScript({});
  expect(await send(client, 'live')).toBe(accepted);
  expect(arrivedAt(sink)).toEqual(['live']);
  sink.setScript(later);

  free = plenty;
  await expect.poll(readState).toEqual({ status: 200, storing: true, gauge: '1' });
  expect(await send(client, 'waits')).toBe(accepted);
  sink.setScript({});
  await expect.poll(() => arrivedAt(sink)).toEqual(['live', 'waits']);
  client.destroy();
});
