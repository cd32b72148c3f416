import { organisationOf } from '#core/organisation.ts';
import { escapePattern } from '#mail/as-alias/normalize-obfuscation.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

/** Organisations that carry mail for the mailboxes of others of their own, by the domain of the mailbox. */
const carriers = new Map([
  ...['gmail.com', 'googlemail.com'].map((domain) => [domain, 'google.com'] as const),
  ...['outlook.com', 'hotmail.com', 'live.com', 'msn.com'].map((domain) => [domain, 'outlook.com'] as const),
  ...['icloud.com', 'me.com', 'mac.com'].map((domain) => [domain, 'apple.com'] as const),
  ...['proton.me', 'protonmail.com', 'pm.me'].map((domain) => [domain, 'protonmail.ch'] as const),
  ...['fastmail.com', 'fastmail.fm'].map((domain) => [domain, 'messagingengine.com'] as const),
]);

const eachServer = /\b(?:from|by)\s{1,9}((?:[\w-]{1,63}\.){1,9}[a-z][\w-]{0,62})/gi;
/** Hosts of one message that are looked at. */
const maxHosts = 100;

/**
 * Whose servers an owner's mail goes through, known by the way that it came and, for the largest providers, by their mailboxes: organisations'
 * domains, none of them the alias's. Where nothing came by it, an inbox on a domain of one's own does not tell who carries its mail.
 */
export async function findOwnServers(
  { fields }: RawMessage,
  { addresses, domain }: { readonly addresses: readonly string[]; readonly domain: string },
): Promise<ReadonlySet<string>> {
  const passed = fields
    .filter(({ key }) => key === 'received')
    .flatMap((field) => Array.from(fieldText(field).matchAll(eachServer), ([, host = '']) => host.toLowerCase()));
  const inboxes = addresses.map((address) => splitAddress(address).domain);
  const carrying = inboxes.flatMap((inbox) => carriers.get(inbox) ?? []);
  const hosts = [...inboxes, ...carrying, ...passed.slice(0, maxHosts)];
  const known = await Promise.all([domain, ...new Set(hosts)].map(organisationOf));
  const [ours, ...theirs] = known;
  return new Set(theirs.filter((organisation) => organisation !== ours));
}

/** Characters of a field that are looked at: more than any server writes. */
const maxField = 64 * 1024;

/** An organisation's domain where a host ends in it; of one name alone, where a host is in it. */
function hostPattern(organisation: string): string {
  return (organisation.includes('.') ? '' : '(?<=[\\w-]\\.)') + escapePattern(organisation);
}

/** Whether a field names a host of one of the organisations. Linear: these are looked for, rather than hosts. */
export function namesServerOf(organisations: ReadonlySet<string>): (field: string) => boolean {
  const each = [...organisations].filter((organisation) => organisation !== '').map(hostPattern);
  if (each.length === 0) return () => false;
  const ownHost = new RegExp(`(?<![\\w-])(?:${each.join('|')})(?![\\w-]|\\.[a-z])`, 'i');
  return (field) => ownHost.test(field.slice(0, maxField));
}
