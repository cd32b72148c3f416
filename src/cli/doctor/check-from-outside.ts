import { type DoctorContext, fault, named, type NamedFinding, ok, warning } from '#cli/doctor/doctor-context.ts';
import { readReply, whyNot, withConnection, withTls, type Port } from '#cli/doctor/probe-port.ts';
import type { FetchRequest } from '#protocol/net/guarded-fetch.ts';

const request: Omit<FetchRequest, 'url'> = {
  method: 'GET',
  headers: { Accept: '*/*' },
  body: null,
  timeoutMs: 10_000,
  maxBytes: 64 * 1024,
  signal: new AbortController().signal,
};

/** Signatures, codes of second factors and certificates go by the time. */
const maxClockGapMs = 30_000;

/** Our clock against somebody else's: the time of an https answer (RFC 9110 §6.6.1), to the second. */
export async function checkOutsideClock({ clock, clockUrl, fetch }: DoctorContext): Promise<NamedFinding> {
  const startedAtMs = clock.now();
  const result = await fetch({ ...request, url: clockUrl });
  const endedAtMs = clock.now();
  const theirs = result.kind === 'answer' ? Date.parse(result.headers.date ?? '') : NaN;
  if (Number.isNaN(theirs)) {
    const why = result.kind === 'failed' ? result.fault : 'no date';
    const text = `The clock cannot be held against that of ${clockUrl.host} (${why})`;
    return named('outside-clock', warning(text, 'Look at the way out to its port 443.'));
  }
  // Half of a second is what its last digit leaves open, half of the way there and back what the answer took.
  const gapMs = theirs + 500 - (startedAtMs + endedAtMs) / 2;
  const text = `The clock is ${Math.round(Math.abs(gapMs) / 1000)} s ${gapMs > 0 ? 'behind' : 'ahead of'} that of ${clockUrl.host} (${maxClockGapMs / 1000} s are allowed)`;
  const isRight = Math.abs(gapMs) <= maxClockGapMs + (endedAtMs - startedAtMs) / 2;
  return named('outside-clock', isRight ? ok(text) : fault(text, 'Run a time service (NTP) on this machine.'));
}

/** A port that others are told of, at the public name of the mail host. */
interface ToldPort {
  readonly role: 'mx' | 'submission';
  readonly port: number;
  /** TLS from the first octet. */
  readonly isTls: boolean;
  readonly todo: string;
}

function toldPorts({ config, mailPort }: DoctorContext): ToldPort[] {
  const { submissionPort, submissionsPort, submissionPublicPort, submissionsPublicPort, mxPort, roles } = config;
  const leads = (from: number, variable: string, to: number): string =>
    `Let port ${from} lead to ${variable} ${to}: by the firewall, a forwarded port, or ${variable}=${from}.`;
  const told = (variable: string, from: number): string =>
    ` Or set ${variable} to the port that leads there instead of ${from}.`;
  const [submission, submissions] = [submissionPublicPort ?? submissionPort, submissionsPublicPort ?? submissionsPort];
  const ports: ToldPort[] = [
    { role: 'mx', port: mailPort, isTls: false, todo: leads(mailPort, 'MX_PORT', mxPort) },
    {
      role: 'submission',
      port: submission,
      isTls: false,
      todo: leads(submission, 'SUBMISSION_PORT', submissionPort) + told('SUBMISSION_PUBLIC_PORT', submission),
    },
    {
      role: 'submission',
      port: submissions,
      isTls: true,
      todo: leads(submissions, 'SUBMISSIONS_PORT', submissionsPort) + told('SUBMISSIONS_PUBLIC_PORT', submissions),
    },
  ];
  return ports.filter(({ role, port }) => roles.has(role) && port !== 0);
}

function readGreeting(context: DoctorContext, port: Port, isTls: boolean): Promise<string> {
  const { mailHostname: hostname } = context.config;
  return withConnection(context, port, (socket, signal) =>
    isTls
      ? withTls(context, { socket, hostname, signal }, (secure) => readReply(secure, signal))
      : readReply(socket, signal),
  );
}

/** One address that answers as we do is enough: others go on to the next as well. */
async function checkTold(
  context: DoctorContext,
  addresses: readonly string[],
  { port, isTls, todo }: ToldPort,
): Promise<NamedFinding> {
  const { mailHostname } = context.config;
  const place = `Port ${port} of ${mailHostname}`;
  const faults: string[] = [];
  for (const host of addresses) {
    try {
      const greeting = await readGreeting(context, { host, port }, isTls);
      if (greeting.startsWith(`220 ${mailHostname} `)) {
        return named('public-port', ok(`${place}, which others are told, answers`), String(port));
      }
      faults.push('somebody else answers');
    } catch (error) {
      faults.push(whyNot(error));
    }
  }
  const text = `${place}, which others are told, does not answer (${[...new Set(faults)].join(', ')})`;
  const nat = 'Behind NAT a machine may not reach itself so: then try from another one.';
  return named('public-port', fault(text, `${todo}\n${nat}`), String(port));
}

/** What users and other servers are told to connect to, at the address that DNS gives them. */
export async function checkToldPorts(context: DoctorContext): Promise<NamedFinding[]> {
  const { config, resolver } = context;
  const addresses = await resolver.addresses(config.mailHostname);
  if (addresses.kind !== 'found' || config.delivery === 'preview') return [];
  return Promise.all(toldPorts(context).map((port) => checkTold(context, addresses.records, port)));
}

/** The address of the web side that stands in links: by DNS, with a certificate that browsers take. */
export async function checkPublicUrl({ config, fetch }: DoctorContext): Promise<NamedFinding[]> {
  const { publicUrl, roles, delivery, httpPort } = config;
  if (publicUrl === null || delivery === 'preview' || !roles.has('web')) return [];
  const result = await fetch({ ...request, url: new URL('/healthz', publicUrl) });
  if (result.kind === 'answer' && result.status === 200) return [named('public-url', ok(`${publicUrl} answers`))];
  const why = result.kind === 'failed' ? result.fault : `HTTP ${result.status}`;
  const todo = `PUBLIC_URL must lead here: its name to this machine or the proxy in front, its port to HTTPS_PORT, or by that proxy to HTTP_PORT ${httpPort}.`;
  return [named('public-url', fault(`${publicUrl} does not answer as this program (${why})`, todo))];
}
