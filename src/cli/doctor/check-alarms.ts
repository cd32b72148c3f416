import { type DoctorContext, named, type NamedFinding, ok, warning } from '#cli/doctor/doctor-context.ts';
import { splitAddress } from '#platform/addresses.ts';

const ways = 'Set ALARM_URL or ALARM_NTFY_URL: what tells of mail that is stuck must not be mail of this server alone.';

/** Mail that comes back to this server waits with what it tells of. */
async function leadsBack({ config, resolver }: Pick<DoctorContext, 'config' | 'resolver'>, domain: string) {
  const answer = await resolver.mx(domain);
  return answer.kind === 'found' && answer.records.some(({ exchange }) => exchange === config.mailHostname);
}

/** Whether the operator hears of a fault when it is our own mail that fails. In preview nobody looks, and nobody is told. */
export async function checkAlarms(context: Pick<DoctorContext, 'config' | 'resolver'>): Promise<NamedFinding[]> {
  const { alarms, delivery, operatorEmail } = context.config;
  if (delivery === 'preview') return [];
  const hosts = [alarms.url, alarms.ntfyUrl].flatMap((url) => (url === null ? [] : [new URL(url).hostname]));
  const way =
    hosts.length === 0
      ? warning('Alarms go by our own mail alone', ways)
      : ok(`Alarms go to ${hosts.join(' and ')}, which needs none of our mail`);
  const domain = splitAddress(operatorEmail ?? '').domain;
  const isOwn = domain !== '' && (await leadsBack(context, domain));
  const own = warning(
    `Mail to OPERATOR_EMAIL comes back to this server, by the MX of ${domain}`,
    'Name a mailbox that somebody else keeps.',
  );
  return [named('alarms', way, 'ways'), ...(isOwn ? [named('alarms', own, 'OPERATOR_EMAIL')] : [])];
}
