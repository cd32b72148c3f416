import { type DoctorContext, fault, ok, warning, type Finding } from '#cli/doctor/doctor-context.ts';
import { isPublicAddress } from '#protocol/net/public-address.ts';

function isDomainName(name: string): boolean {
  return name.includes('.') && !name.startsWith('[');
}

async function checkPtr({ config, resolver }: DoctorContext, address: string): Promise<Finding> {
  const names = await resolver.ptr(address);
  const { mailHostname } = config;
  if (names.kind === 'found' && names.records.includes(mailHostname))
    return ok(`PTR of ${address} names ${mailHostname}`);
  const has = names.kind === 'found' ? `names ${names.records.join(', ')}` : 'is missing';
  return fault(`PTR of ${address} ${has}`, `Ask whoever gave you the address to let it name ${mailHostname}.`);
}

/** Addresses of MAIL_HOSTNAME and what they are called back: many servers refuse mail from others. */
export async function checkHostname(context: DoctorContext): Promise<Finding[]> {
  const { config, resolver } = context;
  const { mailHostname, delivery, sendFrom } = config;
  if (!isDomainName(mailHostname)) {
    return [fault(`MAIL_HOSTNAME is ${mailHostname}`, 'Set MAIL_HOSTNAME to the public name of this machine.')];
  }
  const addresses = await resolver.addresses(mailHostname);
  if (addresses.kind !== 'found') {
    return [fault(`${mailHostname} has no address`, `Publish: ${mailHostname}. IN A <the address of this machine>`)];
  }
  const reachable = addresses.records.filter(isPublicAddress);
  if (reachable.length === 0) {
    return [
      fault(`${mailHostname} has no public address`, 'Other servers cannot reach it: publish its public address.'),
    ];
  }
  const found = ok(`${mailHostname} is ${reachable.join(', ')}`);
  // Where mail leaves from other addresses, theirs are looked at instead.
  if (delivery === 'smarthost' || sendFrom.length > 0) return [found];
  return [found, ...(await Promise.all(reachable.map((address) => checkPtr(context, address))))];
}

/** Whom our DNS questions go to matters: block lists refuse large public resolvers. */
export async function checkResolver({ resolver, config }: DoctorContext): Promise<Finding> {
  const [domain] = config.mailDomains;
  const answer = await resolver.mx(domain ?? config.mailHostname);
  if (answer.kind !== 'trouble') return ok('DNS answers');
  return warning('DNS does not answer', 'Set DNS_SERVERS, or mend /etc/resolv.conf. Mail is deferred meanwhile.');
}
