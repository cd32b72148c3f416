import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type DoctorContext, fault, named, type NamedFinding, ok, warning } from '#cli/doctor/doctor-context.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { type RoundTrip, expectRoundTrip, forgetRoundTrip, readRoundTrip } from '#core/watch/round-trips.ts';
import { createOutsideTransport, type MailHosts } from '#main/connect-transport.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { formatDate, joinHeader, makeField } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { Outcome, SourceAddresses } from '#protocol/smtp-client/transport.ts';

export interface EchoOptions {
  /** Who answers, or who tells what came. */
  readonly address: string;
  /** What the test mail may connect to. */
  readonly mailHosts: MailHosts;
  /** How long an answer is waited for. */
  readonly waitMs: number;
}

/** A server that greets late, and takes its time over the message. */
const patienceMs = 120_000;
const askEveryMs = 500;
const silent: Outcome = { kind: 'deferred', code: null, enhanced: null, stage: 'data' };

/** Signed as all mail of ours. */
async function composeMail(
  { clock }: CoreContext,
  signer: MailDomain,
  { address, token }: { readonly address: string; readonly token: string },
): Promise<readonly Buffer[]> {
  const now = new Date(clock.now());
  const body = Buffer.from(
    'Hello,\r\n\r\nthis is a test mail of a Kauke server. What came of its signature, and of the address it\r\ncame from, is what its operator would like to know.\r\n',
  );
  const header = joinHeader([
    makeField('From', `Kauke <postmaster@${signer.name}>`),
    makeField('To', `<${address}>`),
    makeField('Subject', 'A test mail of this server'),
    makeField('Date', formatDate(now)),
    makeField('Message-ID', `<kauke-echo-${token}@${signer.name}>`),
    makeField('MIME-Version', '1.0'),
    makeField('Content-Type', 'text/plain; charset=utf-8'),
  ]);
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const signed = await signMail(signer, { fields: parseMessage(header).fields, bodyHash, now });
  return [signed, Buffer.from('\r\n'), body];
}

/** The first one of each family; null: as the system chooses. */
function sourceOf({ config: { sendFrom } }: DoctorContext): SourceAddresses | null {
  if (sendFrom.length === 0) return null;
  const first = (wants6: boolean) => sendFrom.find(({ address }) => isIPv6(address) === wants6) ?? null;
  return { ipv4: first(false), ipv6: first(true) };
}

/** What became of it on the way there; null: it was taken. */
function describeRefusal(outcome: Outcome, address: string): NamedFinding | null {
  if (outcome.kind === 'delivered') return null;
  const { kind, code, enhanced, stage } = outcome;
  const reply = [stage, code, enhanced].filter((part) => part !== null).join(' ');
  const words = kind === 'refused' ? 'was refused' : 'could not be delivered now';
  const todo =
    'Mend what is named beside this. If that is nothing, look the code up: RFC 3463, or the pages of whoever refused it.';
  return named('echo', fault(`A test mail to ${address} ${words} (${reply})`, todo), address);
}

/** What came back. */
function describeRoundTrip(echo: RoundTrip | null, address: string): NamedFinding {
  const text = `A test mail to ${address} was taken`;
  if (echo === null) {
    const todo =
      'If an answer was due, see whether port 25 of this server is reached; it may still come to OPERATOR_EMAIL.';
    return named('echo', warning(`${text}; no answer has come yet`, todo), address);
  }
  const results = Object.entries(echo).map(([method, result]) => `${method}=${result}`);
  const seen = results.length === 0 ? 'its answer came back to OPERATOR_EMAIL' : `they saw ${results.join(' ')}`;
  const isGood = Object.values(echo).every((result) => result === 'pass');
  return named(
    'echo',
    isGood
      ? ok(`${text}; ${seen}`)
      : fault(`${text}; ${seen}`, 'Mend what is named of SPF, DKIM and DMARC beside this.'),
    address,
  );
}

async function waitForRoundTrip(core: CoreContext, token: string, waitMs: number): Promise<RoundTrip | null> {
  const untilMs = core.clock.now() + waitMs;
  for (;;) {
    const echo = await readRoundTrip(core, token);
    if (echo !== null || core.clock.now() >= untilMs) return echo;
    await pause(askEveryMs);
  }
}

/**
 * Sends a test mail by the way that all mail takes, from the postmaster of the first domain. Whoever answers it, such as a service
 * that tells what it saw of SPF, DKIM and DMARC, answers to our own port 25.
 */
export async function checkEcho(
  core: CoreContext,
  context: DoctorContext,
  signer: MailDomain,
  { address, mailHosts, waitMs }: EchoOptions,
): Promise<NamedFinding> {
  const { config, resolver, fetch } = context;
  const { random } = core;
  const token = random.bytes(16).toString('hex');
  const transport = createOutsideTransport(config, { ...core, resolver, mailHosts, fetch });
  await expectRoundTrip(core, token);
  try {
    const attempt = transport.attempt({
      deliveryId: random.uuid(),
      targetId: null,
      mailFrom: `postmaster@${signer.name}`,
      rcptTo: address,
      content: await composeMail(core, signer, { address, token }),
      smtpUtf8: false,
      from: sourceOf(context),
    });
    const outcome = await answerInTime(attempt.outcome, patienceMs, silent);
    return describeRefusal(outcome, address) ?? describeRoundTrip(await waitForRoundTrip(core, token, waitMs), address);
  } finally {
    await transport.close();
    await forgetRoundTrip(core, token);
  }
}
