import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { patienceMs, type DoctorContext, fault, ok, warning, type Finding } from '#cli/doctor/doctor-context.ts';
import { hasTrustedCertificate } from '#core/domains/domain-records.ts';
import { errorCode } from '#config/start-error.ts';
import { DialError } from '#protocol/net/dialer.ts';

const anyAddresses: readonly string[] = ['::', '0.0.0.0'];
const dayMs = 24 * 60 * 60 * 1000;
const renewBeforeMs = 14 * dayMs;

function whyNot(error: unknown): string {
  return error instanceof DialError ? error.fault : errorCode(error);
}

/** Runs `talk` on a connection to one of the program's own ports, and closes it. */
async function withConnection<Result>(
  { config, dial }: DoctorContext,
  port: number,
  talk: (socket: Socket, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(patienceMs);
  const host = anyAddresses.includes(config.bindAddress) ? '127.0.0.1' : config.bindAddress;
  const socket = await dial(host, port, signal);
  signal.addEventListener('abort', () => socket.destroy());
  try {
    return await talk(socket, signal);
  } finally {
    socket.destroy();
  }
}

/** The next reply, whole (RFC 5321 §4.2.1). */
async function readReply(socket: Socket, signal: AbortSignal): Promise<string> {
  let text = '';
  while (!/^\d{3} [^\n]*\n/m.test(text)) {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer];
    text += chunk.toString('latin1');
  }
  return text;
}

async function startTls(socket: Socket, signal: AbortSignal): Promise<void> {
  await readReply(socket, signal);
  for (const command of ['EHLO doctor.invalid', 'STARTTLS']) {
    socket.write(`${command}\r\n`);
    if (!(await readReply(socket, signal)).startsWith('2')) throw new Error('no STARTTLS');
  }
}

/** The certificate that a port shows, after STARTTLS where it does not speak TLS from the first octet. */
async function readCertificate(socket: Socket, signal: AbortSignal, { hostname, inClear }: TlsPort) {
  if (inClear) await startTls(socket, signal);
  // Whether the chain is good is what we want to know.
  const secure = connectTls({ socket, servername: hostname, rejectUnauthorized: false });
  await once(secure, 'secureConnect', { signal });
  const { valid_to: validTo } = secure.getPeerCertificate();
  const reason = secure.authorizationError?.toString() ?? '';
  return { trusted: secure.authorized, reason, validTo: Date.parse(validTo) };
}

interface TlsPort {
  /** The one that names the port. */
  readonly variable: string;
  readonly port: number;
  readonly hostname: string;
  /** It begins in clear text. */
  readonly inClear: boolean;
}

async function checkTls(context: DoctorContext, tlsPort: TlsPort): Promise<Finding> {
  const { clock, config } = context;
  const { variable: name, port, hostname } = tlsPort;
  try {
    const { trusted, reason, validTo } = await withConnection(context, port, (socket, signal) =>
      readCertificate(socket, signal, tlsPort),
    );
    const renew =
      config.acme === null
        ? 'Set ACME_EMAIL, or TLS_CERT_FILE and TLS_KEY_FILE to a certificate with its whole chain; they are read again when they change.'
        : 'The program gets and renews it by itself: see what is said of certificates here.';
    if (!trusted) {
      // Other servers take any certificate, unless MTA-STS asks them not to.
      const found = name === 'MX_PORT' && !hasTrustedCertificate(config) ? warning : fault;
      return found(`${name} ${port} answers, but its certificate is not trusted for ${hostname} (${reason})`, renew);
    }
    const days = Math.floor((validTo - clock.now()) / dayMs);
    const text = `${name} ${port} answers; its certificate is good for ${days} days`;
    return validTo - clock.now() < renewBeforeMs ? warning(text, renew) : ok(text);
  } catch (error) {
    return fault(
      `${name} ${port} does not answer (${whyNot(error)})`,
      'Start the program: npm start. Look at its last lines.',
    );
  }
}

async function checkWeb(context: DoctorContext): Promise<Finding> {
  const { httpPort } = context.config;
  try {
    const answer = await withConnection(context, httpPort, async (socket, signal) => {
      socket.write('GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n');
      const [first] = (await once(socket, 'data', { signal })) as [Buffer];
      return first.toString('latin1').split('\r\n')[0] ?? '';
    });
    if (/ 200 /.test(answer)) return ok(`HTTP_PORT ${httpPort} answers and is ready`);
    return fault(`HTTP_PORT ${httpPort} is not ready`, 'Look at the last lines of the program.');
  } catch (error) {
    return fault(`HTTP_PORT ${httpPort} does not answer (${whyNot(error)})`, 'Start the program: npm start');
  }
}

/** The ports of the program that runs with this configuration. A port of 0 cannot be known. */
export function checkListeners(context: DoctorContext): Promise<Finding[]> {
  const { roles, httpPort, httpsPort, mxPort, submissionPort, submissionsPort } = context.config;
  const { mailHostname: hostname, publicUrl } = context.config;
  const web = publicUrl === null ? hostname : new URL(publicUrl).hostname;
  const tlsPorts = [
    { role: 'web', variable: 'HTTPS_PORT', port: httpsPort ?? 0, hostname: web, inClear: false },
    { role: 'mx', variable: 'MX_PORT', port: mxPort, hostname, inClear: true },
    { role: 'submission', variable: 'SUBMISSION_PORT', port: submissionPort, hostname, inClear: true },
    { role: 'submission', variable: 'SUBMISSIONS_PORT', port: submissionsPort, hostname, inClear: false },
  ] as const;
  return Promise.all([
    ...(httpPort === 0 ? [] : [checkWeb(context)]),
    ...tlsPorts.filter(({ role, port }) => roles.has(role) && port !== 0).map((port) => checkTls(context, port)),
  ]);
}
