import {
  type DoctorContext,
  fault,
  named,
  type NamedFinding,
  ok,
  warning,
  type Finding,
} from '#cli/doctor/doctor-context.ts';
import { readOwnCertificates, type Certificate } from '#core/certificates/certificates.ts';
import type { Database } from '#database/database.ts';

const dayMs = 24 * 60 * 60 * 1000;
const endsSoonMs = 14 * dayMs;

/** What to do about the codes that an operator can do something about. */
const advice: Readonly<Record<string, (name: string) => string>> = {
  no_address: (name) => `Publish an address for ${name}: npm run kauke -- dkim prints what leads there.`,
  connection: () =>
    'Whoever gives certificates comes by port 80 (REDIRECT_PORT) or 443 (HTTPS_PORT): open it, or let the proxy in front pass /.well-known/acme-challenge/ on to HTTP_PORT.',
  unauthorized: (name) => `Something else answers at ${name}: its address must lead here, or to a proxy in front.`,
  caa: (name) => `A CAA record forbids this server to give certificates for ${name}: change it, or ACME_DIRECTORY.`,
  unreachable: () => 'The server of ACME_DIRECTORY does not answer: look at the way out to its port 443.',
  rateLimited: () => 'The server of ACME_DIRECTORY was asked too often: wait, or try out with ACME_DIRECTORY=staging.',
};

function whatToDo({ name, failure, tryAt }: Certificate): string {
  const todo = advice[failure ?? '']?.(name) ?? 'The program tries again by itself; its log names each failure.';
  return `${todo}\nThe next try is not before ${tryAt.toISOString().slice(0, 16)}Z.`;
}

function describeMissing(name: string, certificate: Certificate | null): Finding {
  return certificate === null || certificate.failure === null
    ? warning(`${name} has no certificate yet`, 'The running program gets it by itself: look again in a minute.')
    : fault(`${name} has no certificate (${certificate.failure})`, whatToDo(certificate));
}

function describeOne(certificate: Certificate, endsAt: Date, now: number): Finding {
  const { name, renewAt, failure } = certificate;
  const leftMs = endsAt.getTime() - now;
  if (leftMs <= 0)
    return fault(`The certificate of ${name} has ended (${failure ?? 'not renewed'})`, whatToDo(certificate));
  const text = `The certificate of ${name} is good for ${Math.floor(leftMs / dayMs)} days`;
  if (failure !== null) return warning(`${text}, but cannot be renewed (${failure})`, whatToDo(certificate));
  const isLate = leftMs < endsSoonMs && renewAt !== null && renewAt.getTime() < now - dayMs;
  return isLate
    ? warning(`${text} and should have been renewed`, 'Start the program: npm start. It renews by itself.')
    : ok(`${text}; it is renewed by itself`);
}

/** The certificates that this node gets by itself. `domains`: the alias domains. */
export async function checkCertificates(
  { config, clock }: Pick<DoctorContext, 'config' | 'clock'>,
  database: Database,
  domains: readonly string[],
): Promise<NamedFinding[]> {
  const found = await readOwnCertificates({ database }, config, domains);
  return found.map(({ name, certificate, endsAt }) => {
    const finding =
      certificate === null || endsAt === null
        ? describeMissing(name, certificate)
        : describeOne(certificate, endsAt, clock.now());
    return named('certificate', finding, name);
  });
}
