import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasesResponseSchema, deliveriesResponseSchema } from '#contract/aliases.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let service: RunningService;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
  });
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function deliveriesOf(owner: Owner) {
  const { body } = await owner.send('GET', '/api/deliveries');
  return deliveriesResponseSchema.parse(body).deliveries;
}

describe('the deliveries of an account', () => {
  it('are counted by alias and message, for nobody else', async () => {
    const ann = await signUpOwner(service, 'ann@home.example');
    const bob = await signUpOwner(service, 'bob@home.example');
    await ann.createAlias('slow', ['one@office.example', 'two@office.example']);
    await ann.createAlias('quiet', ['one@office.example']);
    const mails = await sink.waitForMessages(4);
    for (const mail of mails.filter(({ rcptTo }) => rcptTo.some((address) => address.endsWith('@office.example')))) {
      await confirmInbox(ann, mail.raw);
    }
    const list = await ann.send('GET', `/api/aliases/${ann.id}`);
    const slow = aliasesResponseSchema.parse(list.body).aliases.find(({ alias }) => alias === 'slow');
    expect(await deliveriesOf(ann)).toEqual([]);

    sink.setScript({ onRcpt: () => ({ code: 451, text: '4.2.1 later' }) });
    await sendMessage({
      port: service.mxPort,
      from: 'carol@sender.example',
      to: 'slow@kauke.test',
      data: 'From: carol@sender.example\r\nSubject: later\r\n\r\nText\r\n',
      timeoutMs: 60_000,
    });
    await expect
      .poll(() => deliveriesOf(ann))
      .toEqual([{ aliasId: slow?.id, waiting: 1, failing: expect.any(Number), nextAttemptAt: expect.any(String) }]);
    expect(await deliveriesOf(bob)).toEqual([]);
  });
});
