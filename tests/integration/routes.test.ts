import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isForeignPublicAddress } from '#protocol/net/public-address.ts';
import { quickLimits } from '#support/mail-engine.ts';
import { mxOperator } from '#support/mx-operator.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

/** A private server behind the program, and one on the same machine that nobody routed to. */
let routed: SmtpSink;
let unrouted: SmtpSink;
let service: RunningService;
let ann: Owner;

beforeAll(async () => {
  routed = await startSmtpSink({ lmtp: true });
  unrouted = await startSmtpSink();
  service = await startService(
    {
      DELIVERY: 'mx',
      MAIL_DOMAINS: 'kauke.test',
      ...mxOperator,
      UNAUTHENTICATED_MAIL: 'mark',
      TARGET_CONFIRMATION: 'off',
      ROUTES: `home-inbox.eu=lmtp://127.0.0.1:${routed.port}`,
    },
    // The guard as it is in production, which knows loopback for what it is.
    { mailHosts: { port: unrouted.port, allowAddress: isForeignPublicAddress }, mailLimits: quickLimits },
  );
  const here = { MX: [{ preference: 10, exchange: 'private.example' }] };
  service.dns.add({ 'private.example': { A: ['127.0.0.1'] }, 'stranger-inbox.eu': here, 'home-inbox.eu': here });
  ann = await signUpOwner(service, 'ann@home-inbox.eu');
});

afterAll(async () => {
  await service.stop();
  await Promise.all([routed.stop(), unrouted.stop()]);
});

beforeEach(() => routed.setScript({}));

async function mailTo(alias: string): Promise<string> {
  const { data } = await sendMessage({
    port: service.mxPort,
    from: 'carol@sender.example',
    to: `${alias}@kauke.test`,
    data: `From: carol@sender.example\r\nSubject: for ${alias}\r\n\r\nText\r\n`,
    timeoutMs: 60_000,
  });
  return data ?? '';
}

function subjects(): string[] {
  return routed.messages.flatMap(({ raw }) => /^Subject: .*for (\w+)$/mu.exec(raw.toString())?.[1] ?? []);
}

describe("mail for a domain of the operator's routes", () => {
  it('goes to the private LMTP server, and none by the same alias to a private server that DNS names', async () => {
    await ann.createAlias('both', ['ann@home-inbox.eu', 'eve@stranger-inbox.eu']);
    expect(await mailTo('both')).toMatch(/^250 /u);
    await expect.poll(subjects).toEqual(['both']);
    expect(unrouted.connectionCount()).toBe(0);
  });

  it('waits and comes when the server takes it, each recipient for itself', async () => {
    routed.setScript({
      onData: ({ rcptTo }) => (rcptTo[0]?.startsWith('full') ? { code: 452, text: '4.2.2 full' } : 'accept'),
    });
    await ann.createAlias('later', ['ann@home-inbox.eu', 'full@home-inbox.eu']);
    expect(await mailTo('later')).toMatch(/^250 /u);
    await expect.poll(subjects).toEqual(['both', 'later']);
    routed.setScript({});
    await expect.poll(subjects).toEqual(['both', 'later', 'later']);
    expect(routed.messages.at(-1)?.rcptTo).toEqual(['full@home-inbox.eu']);
  });
});
