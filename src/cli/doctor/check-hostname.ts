import { type DoctorContext, fault, named, type NamedFinding, ok, type Finding } from '#cli/doctor/doctor-context.ts';
import { isPublicAddress } from '#protocol/net/public-address.ts';

type NameContext = Pick<DoctorContext, 'config' | 'resolver'>;

function isDomainName(name: string): boolean {
  return name.includes('.') && !name.startsWith('[');
}

async function checkPtr({ config, resolver }: NameContext, address: string): Promise<Finding> {
  const names = await resolver.ptr(address);
  const { mailHostname } = config;
  if (names.kind === 'found' && names.records.includes(mailHostname))
    return ok(`PTR of ${address} names ${mailHostname}`);
  const has = names.kind === 'found' ? `names ${names.records.join(', ')}` : 'is missing';
  return fault(`PTR of ${address} ${has}`, `Ask whoever gave you the address to let it name ${mailHostname}.`);
}

/** The addresses that others find under MAIL_HOSTNAME, or what is wrong with it. */
async function findAddresses({ config, resolver }: NameContext): Promise<readonly string[] | Finding> {
  const { mailHostname } = config;
  if (!isDomainName(mailHostname)) {
    return fault(`MAIL_HOSTNAME is ${mailHostname}`, 'Set MAIL_HOSTNAME to the public name of this machine.');
  }
  const addresses = await resolver.addresses(mailHostname);
  if (addresses.kind !== 'found') {
    return fault(`${mailHostname} has no address`, `Publish: ${mailHostname}. IN A <the address of this machine>`);
  }
  const reachable = addresses.records.filter(isPublicAddress);
  if (reachable.length > 0) return reachable;
  return fault(`${mailHostname} has no public address`, 'Other servers cannot reach it: publish its public address.');
}

/** Addresses of MAIL_HOSTNAME and what they are called back: many servers refuse mail from others. */
export async function checkHostname(context: NameContext): Promise<NamedFinding[]> {
  const { mailHostname, delivery, sendFrom } = context.config;
  const addresses = await findAddresses(context);
  if ('state' in addresses) return [named('hostname', addresses)];
  const found = named('hostname', ok(`${mailHostname} is ${addresses.join(', ')}`));
  // Where mail leaves from other addresses, theirs are looked at instead.
  if (delivery === 'smarthost' || sendFrom.length > 0) return [found];
  const names = addresses.map(async (address) => named('reverse-name', await checkPtr(context, address), address));
  return [found, ...(await Promise.all(names))];
}
