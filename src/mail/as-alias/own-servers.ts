import { organisationOf } from '#core/organisation.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

const eachServer = /\b(?:from|by)\s{1,9}((?:[\w-]{1,63}\.){1,9}[a-z][\w-]{0,62})/gi;
const eachHost = /(?:[\w-]{1,63}\.){1,9}[a-z][\w-]{0,62}/gi;
/** Hosts of one message that are looked at. */
const maxHosts = 100;

/** Whose servers an owner's mail goes through, known by the way that it came: organisations' domains, none of them the alias's. */
export async function findOwnServers(
  { fields }: RawMessage,
  { addresses, domain }: { readonly addresses: readonly string[]; readonly domain: string },
): Promise<ReadonlySet<string>> {
  const passed = fields
    .filter(({ key }) => key === 'received')
    .flatMap((field) => Array.from(fieldText(field).matchAll(eachServer), ([, host = '']) => host.toLowerCase()));
  const hosts = [...addresses.map((address) => splitAddress(address).domain), ...passed.slice(0, maxHosts)];
  const known = await Promise.all([domain, ...new Set(hosts)].map(organisationOf));
  const [ours, ...theirs] = known;
  return new Set(theirs.filter((organisation) => organisation !== ours));
}

/** Whether a text names a host of one of the organisations. */
export function namesServerOf(organisations: ReadonlySet<string>): (text: string) => boolean {
  const isOf = (host: string): boolean =>
    [...organisations].some((organisation) => host === organisation || host.endsWith(`.${organisation}`));
  return (text) =>
    organisations.size > 0 && Array.from(text.matchAll(eachHost), ([host]) => host.toLowerCase()).some(isOf);
}
