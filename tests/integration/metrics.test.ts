import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let service: RunningService;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@inbox.example',
    TARGET_CONFIRMATION: 'off',
    METRICS_PORT: '0',
  });
});
afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function read(path = '/metrics'): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${service.program.metricsPort}${path}`);
  return { status: answer.status, text: await answer.text() };
}

/** The value of one series; its labels in any order. */
function valueOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | null {
  const line = text
    .split('\n')
    .find(
      (candidate) =>
        (candidate.startsWith(`${name}{`) || candidate.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => candidate.includes(`${label}="${value}"`)),
    );
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1));
}

describe('the metrics', () => {
  it('count messages, deliveries and requests, and name nobody', async () => {
    const owner = await signUpOwner(service, 'secret.owner@hidden.example');
    await owner.createAlias('counted', ['secret.owner@hidden.example']);
    const data = 'From: bob@sender.example\r\nSubject: secret subject\r\n\r\nsecret body\r\n';
    const replies = await sendMessage({
      port: service.mxPort,
      from: 'bob@sender.example',
      to: 'counted@kauke.test',
      data,
    });
    expect(replies.data).toMatch(/^250 /);
    await sink.waitForMessages(1);
    const { status, text } = await read();
    expect(status).toBe(200);
    expect(valueOf(text, 'kauke_message_seconds_count', { listener: 'mx', code: '250' })).toBe(1);
    expect(valueOf(text, 'kauke_smtp_connections_total', { listener: 'mx' })).toBe(1);
    expect(valueOf(text, 'kauke_delivery_seconds_count', { outcome: 'delivered' })).toBe(1);
    expect(valueOf(text, 'kauke_authentications_total', { method: 'spf' })).toBe(1);
    expect(valueOf(text, 'kauke_http_request_seconds_count', { route: '/api/auth/register', status: '201' })).toBe(1);
    expect(valueOf(text, 'kauke_spool_deliveries')).toBe(0);
    expect(valueOf(text, 'kauke_process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(text).not.toMatch(/hidden|secret|counted|bob|sender\.example|127\.0\.0\.1/);
  });

  it('are on their own port only', async () => {
    expect(await read('/')).toMatchObject({ status: 404 });
    const answer = await fetch(`${service.program.publicUrl}/metrics`);
    expect(answer.status).toBe(404);
  });
});
