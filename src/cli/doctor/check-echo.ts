import { isIPv6 } from 'node:net';
import type { DomainCommandContext } from '#cli/database.ts';
import { type DoctorContext, fault, named, type NamedFinding, ok } from '#cli/doctor/doctor-context.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
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
}

/** A server that greets late, and takes its time over the message. */
const patienceMs = 120_000;
const silent: Outcome = { kind: 'deferred', code: null, enhanced: null, stage: 'data' };

/** Signed as all mail of ours. */
async function composeMail(
  { clock, random }: Pick<DomainCommandContext, 'clock' | 'random'>,
  signer: MailDomain,
  address: string,
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
    makeField('Message-ID', `<${random.uuid()}@${signer.name}>`),
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

function describe(outcome: Outcome, address: string, seconds: number): NamedFinding {
  if (outcome.kind === 'delivered') {
    const text = `A test mail to ${address} was taken within ${seconds} s; its answer, with what they saw, comes to OPERATOR_EMAIL`;
    return named('echo', ok(text), address);
  }
  const { kind, code, enhanced, stage } = outcome;
  const reply = [stage, code, enhanced].filter((part) => part !== null).join(' ');
  const words = kind === 'refused' ? 'was refused' : 'could not be delivered now';
  const todo =
    'Mend what is named beside this. If that is nothing, look the code up: RFC 3463, or the pages of whoever refused it.';
  return named('echo', fault(`A test mail to ${address} ${words} (${reply})`, todo), address);
}

/**
 * Sends a test mail by the way that all mail takes, from the postmaster of the first domain. Whoever answers it, such as a service
 * that tells what it saw of SPF, DKIM and DMARC, answers to our own port 25, and so to the operator.
 */
export async function checkEcho(
  command: DomainCommandContext,
  context: DoctorContext,
  signer: MailDomain,
  { address, mailHosts }: EchoOptions,
): Promise<NamedFinding> {
  const { config, resolver, fetch } = context;
  const { clock, random, log } = command;
  const transport = createOutsideTransport(config, { clock, random, log, resolver, mailHosts, fetch });
  const startedAtMs = clock.now();
  const attempt = transport.attempt({
    deliveryId: random.uuid(),
    targetId: null,
    mailFrom: `postmaster@${signer.name}`,
    rcptTo: address,
    content: await composeMail(command, signer, address),
    smtpUtf8: false,
    from: sourceOf(context),
  });
  const outcome = await answerInTime(attempt.outcome, patienceMs, silent);
  await transport.close();
  return describe(outcome, address, Math.ceil((clock.now() - startedAtMs) / 1000));
}
