import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { openFullPort } from '#support/full-port.ts';
import { startHangingServer, type HangingServer, type HangingStage } from '#support/hanging-server.ts';
import { createTestMail, exampleMessage, quickLimits, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const stages: readonly HangingStage[] = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'dot'];
const accepted = smtpReplies.messageAccepted;

let fullPort: Awaited<ReturnType<typeof openFullPort>>;
let servers: Map<HangingStage, HangingServer>;
let well: SmtpSink;
let mail: TestMail;

function bodyOf(raw: Buffer): string {
  return /Body of \w+/.exec(raw.toString('latin1'))?.[0] ?? '';
}
function domainOf(stage: string): string {
  return `hangs-at-${stage.toLowerCase()}.example`;
}

beforeAll(async () => {
  servers = new Map();
  for (const stage of stages) servers.set(stage, await startHangingServer(stage));
  fullPort = await openFullPort();
  well = await startSmtpSink();
  const hanging = [...servers].map(([stage, { port }]) => [domainOf(stage), port] as const);
  const ports = { ...Object.fromEntries(hanging), [domainOf('connect')]: fullPort.port, 'well.example': well.port };
  // Short for what hangs, long enough for what answers on a busy machine.
  const limits = { ...quickLimits, dispatchDeadlineMs: 3_000 };
  mail = await createTestMail({ transport: createSinkTransport(ports), limits });
});
afterAll(async () => {
  await mail.close();
  for (const server of servers.values()) await server.stop();
  await fullPort.close();
  await well.stop();
});

describe('a destination that hangs', () => {
  it('at any step keeps no sender beyond the deadline and delays no other inbox, and gets one copy when it is back', async () => {
    const send = async (stage: string): Promise<void> => {
      const targets = [`ann@${domainOf(stage)}`, `${stage.toLowerCase()}@well.example`];
      const { address } = await mail.addAlias({ local: `at-${stage.toLowerCase()}`, targets });
      expect(await mail.send(address, { content: exampleMessage(stage) })).toEqual(accepted);
    };
    await Promise.all([...stages, 'connect'].map(send));
    const reached = new Set(well.messages.flatMap(({ rcptTo }) => rcptTo));
    expect(reached).toEqual(new Set([...stages, 'connect'].map((stage) => `${stage.toLowerCase()}@well.example`)));
    expect((await mail.waiting()).deliveries).toBe(stages.length + 1);

    await fullPort.close();
    const back = await startSmtpSink({ port: fullPort.port });
    for (const server of servers.values()) server.release();
    mail.worker();
    await mail.drained();
    const copies = [...servers].map(([stage, { received }]) => [stage, received.map(bodyOf)]);
    expect(copies).toEqual(stages.map((stage) => [stage, [`Body of ${stage}`]]));
    expect(back.messages).toHaveLength(1);
    expect(well.messages).toHaveLength(stages.length + 1);
    await back.stop();
  });
});

describe('DNS that keeps silent', () => {
  it('is no pass and no refusal: mail is put off where proof is asked for, else forwarded with a mark', async () => {
    mail.dns.add({
      'silent.example': 'silence',
      '_dmarc.silent.example': 'silence',
      'x._domainkey.silent.example': 'silence',
    });
    const { address } = await mail.addAlias({ local: 'silent-dns', targets: ['silent-dns@well.example'] });
    const signature = 'DKIM-Signature: v=1; a=rsa-sha256; d=silent.example; s=x; h=from; bh=YQ==; b=YQ==\r\n';
    const content = signature + exampleMessage('silent').replaceAll('sender.example', 'silent.example');
    const from = 'bob@silent.example';
    const asking = await mail.another({ settings: { unauthenticatedMail: 'refuse' } });
    const put = await mail.send(address, { content, from, context: asking });
    expect(put).toEqual(smtpReplies.cannotAuthenticate);
    expect(await mail.send(address, { content, from })).toEqual(accepted);
    const [arrived, ...more] = well.messages.filter(({ rcptTo }) => rcptTo.includes('silent-dns@well.example'));
    expect(more).toEqual([]);
    expect(arrived?.raw.toString('latin1')).toContain('From: "[unverified] Bob');
  });
});

describe('an account whose mail fills its share of the spool', () => {
  it('is asked to wait, alone', async () => {
    const limits = { ...quickLimits, accountMaxMessages: 2, backOffFirstMs: 60_000 };
    const context = await mail.another({ limits });
    await well.stop();
    const flooded = await mail.addAlias({ local: 'flooded', targets: ['ann@well.example'] });
    const quiet = await mail.addAlias({ local: 'quiet', targets: ['bob@well.example'] });
    const replies: number[] = [];
    for (let count = 0; count < 4; count += 1) replies.push((await mail.send(flooded.address, { context })).code);
    expect(replies).toEqual([250, 250, 452, 452]);
    expect(await mail.send(quiet.address, { context })).toEqual(accepted);
    // A message to both is put off as a whole: the sender can only try all of it again.
    expect(await mail.send([flooded.address, quiet.address], { context })).toEqual(smtpReplies.spoolFull);
    await well.start();
    const before = well.messages.length;
    await mail.drained();
    expect(well.messages.length - before).toBe(4);
    expect(await mail.send(flooded.address)).toEqual(accepted);
  });
});
