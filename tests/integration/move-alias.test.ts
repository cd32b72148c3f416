import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasDeliveriesResponseSchema, aliasesResponseSchema, type AliasDeliveries } from '#contract/aliases.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const oldInbox = 'ann.old@office.example';
const newInbox = 'ann.new@elsewhere.example';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let aliasId: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService(
    { SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'operator@home.example' },
    { mailLimits: { ...mailLimits, retryDelaysMs: [300], backOffFirstMs: 100, backOffMaxMs: 300, workerPollMs: 100 } },
  );
  ann = await signUpOwner(service, 'ann.private@home.example');
  await ann.createAlias('moving', [oldInbox]);
  await ann.createAlias('other', [newInbox]);
  for (const mail of await sink.waitForMessages(3)) await confirmInbox(ann, mail.raw);
  const { body } = await ann.send('GET', `/api/aliases/${ann.id}`);
  aliasId = aliasesResponseSchema.parse(body).aliases.find(({ alias }) => alias === 'moving')?.id ?? '';
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function deliveries(): Promise<AliasDeliveries> {
  const { body } = await ann.send('GET', `/api/aliases/${aliasId}/deliveries`);
  return aliasDeliveriesResponseSchema.parse(body).deliveries;
}
function to(inbox: string): number {
  return sink.messages.filter(({ rcptTo }) => rcptTo.includes(inbox)).length;
}
function send() {
  return sendMessage({
    port: service.mxPort,
    from: 'bob@sender.example',
    to: 'moving@kauke.test',
    data: 'From: bob@sender.example\r\nSubject: catch me\r\n\r\nText\r\n',
    timeoutMs: 60_000,
  });
}

describe('mail that waits', () => {
  it('is counted for its owner, and follows its alias to a new target', async () => {
    expect(await deliveries()).toEqual({ waiting: 0, failing: 0, nextAttemptAt: null });
    sink.setScript({ onRcpt: (address) => (address === oldInbox ? { code: 451, text: '4.2.1 later' } : 'accept') });
    const delivered = to(oldInbox);
    await send();
    await expect.poll(deliveries).toEqual({ waiting: 1, failing: 1, nextAttemptAt: expect.any(String) });
    const known = to(newInbox);
    const moved = await ann.send('PUT', `/api/aliases/${aliasId}`, { alias: 'moved', forwardTo: newInbox });
    expect(moved).toMatchObject({ status: 200, body: { message: 'Alias updated', alias: { alias: 'moved' } } });
    await expect.poll(() => to(newInbox)).toBe(known + 1);
    await expect.poll(deliveries).toEqual({ waiting: 0, failing: 0, nextAttemptAt: null });
    expect(to(oldInbox)).toBe(delivered);
  });
});
