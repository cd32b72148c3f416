import {
  type DoctorContext,
  fault,
  type Finding,
  named,
  type NamedFinding,
  ok,
  warning,
} from '#cli/doctor/doctor-context.ts';
import { whyNot, withConnection, readReply } from '#cli/doctor/probe-port.ts';
import type { RouteConfig, SmarthostConfig } from '#config/config.ts';
import { splitAddress } from '#platform/addresses.ts';

/** Why a mail server does not welcome us; null: it does. */
async function greets(context: DoctorContext, host: string, port: number): Promise<string | null> {
  try {
    return await withConnection(context, { host, port }, async (socket, signal) =>
      (await readReply(socket, signal)).startsWith('2') ? null : 'it refuses us',
    );
  } catch (error) {
    return whyNot(error);
  }
}

const blockedAdvice =
  'Many networks block outbound port 25. Ask for it to be opened, or send through a relay: SMARTHOST_URL.';

async function checkSmarthost(context: DoctorContext, { host, port, implicitTls }: SmarthostConfig): Promise<Finding> {
  if (implicitTls) return ok('The smarthost speaks TLS from the first octet; it is tried with the first mail');
  const why = await greets(context, host, port);
  return why === null
    ? ok('The smarthost answers')
    : fault(`The smarthost does not answer (${why})`, 'Check SMARTHOST_URL.');
}

/** The operator's own mail host, so that no stranger is asked. */
async function findMailHost({ config: { operatorEmail }, resolver }: DoctorContext): Promise<string> {
  const domain = splitAddress(operatorEmail ?? '').domain;
  const hosts = await resolver.mx(domain);
  if (hosts.kind !== 'found') return domain;
  return hosts.records.toSorted((a, b) => a.preference - b.preference)[0]?.exchange ?? '';
}

async function checkMailPort(context: DoctorContext): Promise<Finding> {
  const { mailPort } = context;
  const host = await findMailHost(context);
  if (host === '') return warning('Outbound port 25 cannot be tried', 'OPERATOR_EMAIL has no mail host.');
  const addresses = await context.resolver.addresses(host);
  if (addresses.kind !== 'found') {
    return warning('Outbound port 25 cannot be tried', 'DNS knows no address of the mail host of OPERATOR_EMAIL.');
  }
  const faults: string[] = [];
  // The first two are one of each family, where it has both: this machine may have one alone.
  for (const address of addresses.records.slice(0, 2)) {
    const why = await greets(context, address, mailPort);
    if (why === null) return ok(`Outbound port ${mailPort} is open`);
    faults.push(why);
  }
  return fault(`Outbound port ${mailPort} does not answer (${[...new Set(faults)].join(', ')})`, blockedAdvice);
}

/** The way out: the smarthost, or port 25 of other mail hosts. */
export async function checkOutbound(context: DoctorContext): Promise<Finding> {
  const { delivery, smarthost } = context.config;
  if (delivery === 'preview') {
    return warning('DELIVERY is preview', 'No mail leaves this machine. Set DELIVERY to mx or smarthost.');
  }
  return delivery === 'smarthost' && smarthost !== null ? checkSmarthost(context, smarthost) : checkMailPort(context);
}

async function checkRoute(context: DoctorContext, { domain, protocol, host, port }: RouteConfig): Promise<Finding> {
  const why = await greets(context, host, port);
  return why === null
    ? ok(`The server for ${domain} answers (${protocol}, port ${port})`)
    : fault(`The server for ${domain} does not answer (${why})`, 'Check ROUTES; its mail waits meanwhile.');
}

/** The servers that the operator named for single domains. */
export function checkRoutes(context: DoctorContext): Promise<NamedFinding[]> {
  return Promise.all(
    context.config.routes.map(async (route) => named('route', await checkRoute(context, route), route.domain)),
  );
}

/** Spam that is forwarded falls back on whoever forwards it. */
export function checkSpamDefence({ config }: DoctorContext): Finding {
  const { delivery, dnsblZones, rspamd, unauthenticatedMail } = config;
  if (delivery === 'preview') return ok('Spam defence is not needed in preview');
  if (unauthenticatedMail === 'mark') {
    return warning(
      'Mail that nobody vouches for is forwarded',
      'Set UNAUTHENTICATED_MAIL=refuse, or a filter before this program.',
    );
  }
  if (dnsblZones.length > 0 || rspamd !== null) return ok('Spam defence is set up');
  return warning('No block list and no filter is asked', 'Set DNSBL_ZONES or RSPAMD_URL.');
}
