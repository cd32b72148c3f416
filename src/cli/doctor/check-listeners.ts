import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fault, named, ok, warning, type DoctorContext, type NamedFinding } from '#cli/doctor/doctor-context.ts';
import {
  readCertificate,
  whyNot,
  withConnection,
  type ShownCertificate,
  type TlsPort,
} from '#cli/doctor/probe-port.ts';
import { recordLine } from '#cli/render-dns-records.ts';
import type { Config } from '#config/config.ts';
import { createNetworkList } from '#platform/ip.ts';
import { matchesTlsa } from '#protocol/smtp-client/dane.ts';

const anyAddresses: readonly string[] = ['::', '0.0.0.0'];
const dayMs = 24 * 60 * 60 * 1000;

/** A certificate that lives for months is renewed a month before its end; one that lives for days, when two thirds are over. */
const soon = { ms: 14 * dayMs, ofLife: 1 / 4 };
const late = { ms: 7 * dayMs, ofLife: 1 / 8 };

function hostOf({ bindAddress }: Config): string {
  return anyAddresses.includes(bindAddress) ? '127.0.0.1' : bindAddress;
}

interface OwnPort extends TlsPort {
  /** The one that names the port. */
  readonly variable: string;
}

function judgeEnd(
  { config, clock }: DoctorContext,
  { variable, port }: OwnPort,
  shown: ShownCertificate,
): NamedFinding {
  const { validFromDate, validToDate } = shown.certificate;
  const leftMs = validToDate.getTime() - clock.now();
  const lifeMs = validToDate.getTime() - validFromDate.getTime();
  const isWithin = ({ ms, ofLife }: typeof soon): boolean => leftMs < Math.min(ms, lifeMs * ofLife);
  const text = `${variable} ${port} answers; its certificate is good for ${Math.floor(leftMs / dayMs)} days`;
  if (!isWithin(soon)) return named('shown-certificate', ok(text), variable);
  const found = isWithin(late) ? fault : warning;
  return named('shown-certificate', found(text, renewal(config)), variable);
}

function renewal({ acme }: Config): string {
  return acme === null
    ? 'Set ACME_EMAIL, or TLS_CERT_FILE and TLS_KEY_FILE to a certificate with its whole chain; they are read again when they change.'
    : 'The program gets and renews it by itself: see what is said of certificates here.';
}

async function checkTls(context: DoctorContext, own: OwnPort, isEnforced: boolean): Promise<NamedFinding[]> {
  const { variable, port, hostname } = own;
  try {
    const shown = await readCertificate(context, own);
    if (shown.trusted) return [judgeEnd(context, own, shown)];
    // Other servers take any certificate, unless MTA-STS asks them not to.
    const found = variable === 'MX_PORT' && !isEnforced ? warning : fault;
    const text = `${variable} ${port} answers, but its certificate is not trusted for ${hostname} (${shown.reason})`;
    return [named('shown-certificate', found(text, renewal(context.config)), variable)];
  } catch (error) {
    const text = `${variable} ${port} does not answer (${whyNot(error)})`;
    return [named('listener', fault(text, 'Start the program: npm start. Look at its last lines.'), variable)];
  }
}

async function checkWeb(context: DoctorContext): Promise<NamedFinding> {
  const { httpPort: port } = context.config;
  try {
    const answer = await withConnection(context, { host: hostOf(context.config), port }, async (socket, signal) => {
      socket.write('GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n');
      const [first] = (await once(socket, 'data', { signal })) as [Buffer];
      return first.toString('latin1').split('\r\n')[0] ?? '';
    });
    if (/ 200 /.test(answer)) return named('web', ok(`HTTP_PORT ${port} answers and is ready`));
    return named('web', fault(`HTTP_PORT ${port} is not ready`, 'Look at the last lines of the program.'));
  } catch (error) {
    return named('web', fault(`HTTP_PORT ${port} does not answer (${whyNot(error)})`, 'Start the program: npm start'));
  }
}

/** The ports of this node that speak TLS. A port of 0 cannot be known. */
function ownPorts(config: Config): OwnPort[] {
  const { roles, httpsPort, mxPort, submissionPort, submissionsPort, mailHostname: hostname } = config;
  const { mailboxPort, proxyProtocol, publicUrl } = config;
  const web = publicUrl === null ? hostname : new URL(publicUrl).hostname;
  const host = hostOf(config);
  const ports = [
    { role: 'web', variable: 'HTTPS_PORT', port: httpsPort ?? 0, hostname: web, inClear: false },
    { role: 'mx', variable: 'MX_PORT', port: mxPort, hostname, inClear: true },
    { role: 'submission', variable: 'SUBMISSION_PORT', port: submissionPort, hostname, inClear: true },
    { role: 'submission', variable: 'SUBMISSIONS_PORT', port: submissionsPort, hostname, inClear: false },
    { role: 'submission', variable: 'MAILBOX_PORT', port: mailboxPort ?? 0, hostname, inClear: false },
  ] as const;
  const isProxy = createNetworkList(proxyProtocol)(host);
  return ports
    .filter(({ role, port }) => roles.has(role) && port !== 0)
    .map((port) =>
      port.role === 'web'
        ? { ...port, host, preface: '', protocol: 'http' }
        : {
            ...port,
            host,
            preface: isProxy ? 'PROXY UNKNOWN\r\n' : '',
            protocol: port.variable === 'MAILBOX_PORT' ? 'pop3' : 'smtp',
          },
    );
}

/**
 * The ports of the program that runs with this configuration. `isEnforced`: MTA-STS asks other servers to accept no
 * certificate but a good one.
 */
export async function checkListeners(context: DoctorContext, isEnforced: boolean): Promise<NamedFinding[]> {
  const findings = await Promise.all([
    ...(context.config.httpPort === 0 ? [] : [checkWeb(context).then((finding) => [finding])]),
    ...ownPorts(context.config).map((port) => checkTls(context, port, isEnforced)),
  ]);
  return findings.flat();
}

/** The key that DNS pins (DANE, RFC 7672): whoever goes by it delivers to no other. */
export async function checkDane(context: DoctorContext): Promise<NamedFinding[]> {
  const { config, clock, resolver } = context;
  const port = ownPorts(config).find(({ variable }) => variable === 'MX_PORT');
  const answer = await resolver.tlsa(`_25._tcp.${config.mailHostname}`);
  if (port === undefined || answer.kind !== 'found') return [];
  // A port that does not answer is a finding already.
  const shown = await readCertificate(context, port).catch(() => null);
  if (shown === null) return [];
  const { certificate } = shown;
  const chain = { certificates: [certificate], names: [config.mailHostname], now: new Date(clock.now()) };
  if (matchesTlsa(answer.records, chain)) return [named('dane', ok(`TLSA of ${config.mailHostname} matches`))];
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' });
  const line = recordLine(
    `_25._tcp.${config.mailHostname}`,
    'TLSA',
    `3 1 1 ${createHash('sha256').update(key).digest('hex')}`,
  );
  // Only who is sure of the record goes by it.
  const found = answer.authenticated ? fault : warning;
  return [named('dane', found(`TLSA of ${config.mailHostname} is not our key`, `Publish: ${line}`))];
}
