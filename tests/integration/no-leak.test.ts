import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailLimits } from '#mail/mail-limits.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { formsOf } from '#support/database-search.ts';
import { startEchoSink, type EchoedMessage, type EchoSink } from '#support/echo-sink.ts';
import { findSecrets } from '#support/find-secrets.ts';
import { holdHostileSession } from '#support/hostile-session.ts';
import { createOutsideSender } from '#support/outside-sender.ts';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { createSeededRandom } from '#support/seeded-random.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { createTestLog } from '#support/test-log.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#support/webhook-receiver.ts';

/** Servers of an owner give away whom they receive mail for, in whatever they say to us: nothing of it may come out. */

const account = 'ann-account@hidden-home.example';
const target = 'ann.secret.box@hidden-office.example';
const host = 'mx7.hidden-office.example';
/** Whatever tells who the owner is. */
const secrets = ['ann-account', 'hidden-home.example', 'ann.secret.box', 'hidden-office', 'hooks/ann-secret'];
const operator = 'operator@ops.example';
const aliases = ['sneakers', 'letters', 'garden'];
const atOnce = 12;

const random = createSeededRandom(20_261_121);
const logLines: string[] = [];
let database: TestDatabase;
let sink: EchoSink;
let hook: WebhookReceiver;
let service: RunningService;

function isOwners(address: string): boolean {
  return address === target || address === account || address === operator;
}

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startEchoSink({ secrets: [target, host, account], refuses: (rcptTo) => rcptTo === target, random });
  hook = await startWebhookReceiver({ secure: false });
  hook.answer((response, { body }) => {
    const status = random.pick([200, 400, 500, 503]);
    response
      .writeHead(body.includes('webhook.verify') ? 200 : status, { 'x-owner': target, 'retry-after': target })
      .end(target);
  });
  service = await startService(
    {
      DATABASE_URL: database.url,
      SECRET_KEY: systemRandom.bytes(32).toString('base64'),
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: operator,
      TARGET_CONFIRMATION: 'off',
      WEBHOOK_ALLOW_INSECURE: 'true',
      METRICS_PORT: '0',
    },
    {
      log: createTestLog((line) => logLines.push(line)),
      mailLimits: {
        ...mailLimits,
        dispatchDeadlineMs: 1_000,
        backOffFirstMs: 50,
        backOffMaxMs: 100,
        retryDelaysMs: [200],
        workerPollMs: 50,
      },
    },
  );
  const ann = await signUpOwner(service, account);
  for (const alias of aliases) await ann.createAlias(alias, [target]);
  await ann.createAlias('hook', [`http://127.0.0.1:${hook.port}/hooks/ann-secret`]);
  createOutsideSender(service.dns, 'sender.example', { addresses: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([sink.stop(), hook.stop()]);
  await database.drop();
});

let networks = 0;

/** An address in a network that no other session has, so that nobody is slowed down for what another one tried. */
function nextAddress(): string {
  networks += 1;
  return `127.${1 + (networks >> 8)}.${networks & 255}.1`;
}

function knowledge() {
  return {
    port: service.mxPort,
    recipients: [
      // Most often, those that lead somewhere.
      ...Array.from({ length: 10 }, () => [...aliases, 'hook'].map((alias) => `${alias}@kauke.test`)).flat(),
      'nobody@kauke.test',
      'postmaster@kauke.test',
      `reply=${'a'.repeat(26)}@kauke.test`,
      target,
      ...seenAddresses(),
    ],
    guesses: [target, account, host],
    senders: Array.from({ length: 40 }, (_, index) => `bob${index}@sender.example`),
  };
}

/** Bounce and reverse addresses that left us, the last few of them. */
function seenAddresses(): string[] {
  return sink.messages
    .slice(-20)
    .flatMap(({ mailFrom, raw }) => [
      ...(mailFrom.startsWith('b=') ? [mailFrom] : []),
      ...(/reply(?:=[a-z2-7]{26}|\.[a-z2-7]{33})@kauke\.test/.exec(raw.toString('latin1')) ?? []),
    ]);
}

function fieldOf(raw: Buffer, name: string): string {
  return (
    new RegExp(`^${name}:(?:[^\\r]*\\r\\n(?:[ \\t]|(?=$)))*[^\\r]*\\r\\n`, 'im').exec(raw.toString('latin1'))?.[0] ?? ''
  );
}

/** What a target's server sends back when it wants to tell everybody. */
function makeBounce({ raw }: EchoedMessage): string {
  return [
    `From: MAILER-DAEMON@${host}`,
    `Subject: ${target} is unknown`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `${target} does not exist`,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; ${host}`,
    '',
    `Final-Recipient: rfc822; ${target}`,
    'Action: failed',
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; 550 5.1.1 ${target}`,
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Received: from ${host} for ${target}`,
    `Subject: for ${target}`,
    `Date: ${target}`,
    `${fieldOf(raw, 'Message-ID')}${fieldOf(raw, 'X-Kauke-Return-Path')}`,
    '--b--',
    '.',
    '',
  ].join('\r\n');
}

/** All that the server says while bounces of forwarded messages come in. */
async function sendBounces(sessions: number): Promise<string> {
  let said = '';
  const bounced = sink.messages.filter(({ mailFrom, rcptTo }) => mailFrom.startsWith('b=') && rcptTo === target);
  expect(bounced.length).toBeGreaterThan(sessions / 10);
  for (const message of bounced.slice(0, 30)) {
    const client = await connectSmtp({ port: service.mxPort, localAddress: nextAddress() });
    said += await client.reply();
    said += await client.command(`EHLO ${host}`);
    said += await client.command('MAIL FROM:<>');
    said += await client.command(`RCPT TO:<${message.mailFrom}>`);
    said += await client.command('DATA');
    await client.send(makeBounce(message));
    said += await client.reply();
    client.destroy();
  }
  return said;
}

/** Mail that went to anybody but the owner. */
function outward(): EchoedMessage[] {
  return sink.messages.filter(({ rcptTo }) => !isOwners(rcptTo));
}

function expectNothingIn(where: string, text: string): void {
  const lower = text.toLowerCase();
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      const at = lower.indexOf(form.toLowerCase());
      expect(at === -1 ? '' : lower.slice(Math.max(0, at - 100), at + 100), `${where} tells ${secret}`).toBe('');
    }
  }
}

/** What chance may leave out: answers that a curious client gets for certain. */
async function holdCertainSession(): Promise<string> {
  const client = await connectSmtp({ port: service.mxPort, localAddress: nextAddress() });
  const said = [await client.reply()];
  const lines = [
    `EHLO ${host}`,
    `VRFY ${target}`,
    'DATA',
    'MAIL FROM:<bob@sender.example>',
    'RCPT TO:<nobody@kauke.test>',
    `RCPT TO:<${target}>`,
    `RCPT TO:<${aliases[0]}@kauke.test>`,
    'DATA',
  ];
  for (const line of lines) said.push(await client.command(line));
  await client.send(`Subject: ${target}\r\n\r\nNobody wrote this.\r\n.\r\n`);
  said.push(await client.reply());
  client.destroy();
  return `\n${said.join('\n')}`;
}

async function expectNothingTold(sessions: number): Promise<void> {
  const said: string[] = [];
  let begun = 0;
  const visit = async (): Promise<void> => {
    while (begun < sessions) {
      begun += 1;
      said.push(await holdHostileSession(random, knowledge(), nextAddress()));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visit));
  said.push(await sendBounces(sessions), await holdCertainSession());
  // Reports about what was lost come through the spool.
  await expect.poll(() => outward().filter(({ mailFrom }) => mailFrom === '').length).toBeGreaterThan(10);
  await nextTurn();

  const { metricsPort } = service.program;
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('# TYPE');
  expectNothingIn('a reply', said.join('\n'));
  expectNothingIn('a metric', metrics);
  expectNothingIn('the log', logLines.join(''));
  for (const { raw, mailFrom } of outward()) {
    expectNothingIn('the envelope of a mail', mailFrom);
    expect(await findSecrets(raw, secrets)).toEqual([]);
  }
  // All of it did happen.
  const replies = said.join('');
  for (const code of ['250 2.0.0', '550 5.2.0', '550 5.1.1', '550 5.7.1', '550 5.6.0', '252 ', '503 ']) {
    expect(replies).toContain(`\n${code}`);
  }
  expect(sink.replyCount()).toBeGreaterThan(2 * sessions);
  expect(hook.calls.length).toBeGreaterThan(sessions / 100);
}

it('hostile sessions, echoing servers and lying bounces bring no address of the owner to light', () =>
  expectNothingTold(250));

it('a thousand of them bring none to light, either', { tags: 'proof' }, () => expectNothingTold(1_000));
