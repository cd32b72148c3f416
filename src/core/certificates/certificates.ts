import type { KeyObject } from 'node:crypto';
import type { Selectable, Updateable } from 'kysely';
import type { Config } from '#config/config.ts';
import { parseHostname } from '#config/variable-values.ts';
import { hostKey, openHostKey, type CertificateContext } from '#core/certificates/certificate-keys.ts';
import type { Tables } from '#database/tables.ts';

/** How the certificate of a host name stands. */
export type Certificate = Omit<Selectable<Tables['certificates']>, 'keySealed' | 'createdAt'>;

/** Of the advisory lock under which one process at a time asks for certificates, over all nodes. */
export const certificatesLock = '-5236719043316687313';

/** Below each alias domain: where MTA-STS policies are fetched by https, and the files that tell mail programs our servers. */
const labels = { policy: 'mta-sts', file: 'autoconfig' } as const;

/** Whether mail programs are told of a mailbox here: where another service forwards, they sign in there. */
export function tellsMailbox({ mailboxPort, improvmx }: Pick<Config, 'mailboxPort' | 'improvmx'>): boolean {
  return mailboxPort !== null && improvmx === null;
}

/** The name below a domain at which the web side gives one of these. */
export function nameBelow(domain: string, what: keyof typeof labels): string {
  return `${labels[what]}.${domain}`;
}

/** The host names below the alias domains at which the web side answers. `hasFile`: there is a file for mail programs. */
export function namesBelow(domains: readonly string[], hasFile: boolean): string[] {
  const used = hasFile ? (['policy', 'file'] as const) : (['policy'] as const);
  return used.flatMap((what) => domains.map((name) => nameBelow(name, what)));
}

/** Whether it is a name as `namesBelow` gives. */
export function isNameBelow(name: string): boolean {
  return Object.values(labels).some((label) => name.startsWith(`${label}.`));
}

/**
 * The host names that this node needs certificates for, the mail host first: others depend on it. `domains`: the alias
 * domains, with the names below them. Behind a proxy, without HTTPS of our own, the mail host alone.
 */
export function certificateNames(
  config: Pick<Config, 'mailHostname' | 'publicUrl' | 'httpsPort' | 'roles' | 'mailboxPort' | 'improvmx'>,
  domains: readonly string[],
): string[] {
  const { mailHostname, publicUrl, httpsPort, roles } = config;
  const takesMail = roles.has('mx') || roles.has('submission');
  const web = publicUrl !== null && httpsPort !== null && roles.has('web') ? new URL(publicUrl) : null;
  const hosts = [
    ...(takesMail ? [mailHostname] : []),
    ...(web?.protocol === 'https:' ? [web.hostname, ...namesBelow(domains, tellsMailbox(config))] : []),
  ];
  return [...new Set(hosts)].filter((name) => parseHostname(name, false) === name);
}

/** How the certificate of one of our host names stands; it gets its key now if it has none. */
export async function findCertificate(context: CertificateContext, name: string): Promise<Certificate> {
  await hostKey(context, name);
  const [found] = await readCertificates(context, [name]);
  if (found === undefined) throw new Error('a certificate has gone');
  return found;
}

/** How the certificates of these host names stand, in no order. Those that nobody asked for yet are left out. */
export function readCertificates(
  { database }: Pick<CertificateContext, 'database'>,
  names: readonly string[],
): Promise<Certificate[]> {
  return database.db
    .selectFrom('certificates')
    .select(['name', 'chain', 'issuedBy', 'issuedAt', 'endsAt', 'renewAt', 'askAt'])
    .select(['directory', 'orderUrl', 'challengeToken', 'failures', 'failure', 'tryAt'])
    .where('name', 'in', [...names])
    .execute();
}

/** A certificate that this node gets by itself, or is to get. */
interface OwnCertificate {
  readonly name: string;
  /** Null: nobody asked for it yet. */
  readonly certificate: Certificate | null;
  /** Of the present one. */
  readonly endsAt: Date | null;
}

/** How each of the certificates stands that this node gets by itself. `domains`: the alias domains. */
export async function readOwnCertificates(
  context: Pick<CertificateContext, 'database'>,
  config: Parameters<typeof certificateNames>[0] & Pick<Config, 'acme'>,
  domains: readonly string[],
): Promise<OwnCertificate[]> {
  const names = config.acme === null ? [] : certificateNames(config, domains);
  const known = names.length === 0 ? [] : await readCertificates(context, names);
  return names.map((name) => {
    const certificate = known.find((one) => one.name === name) ?? null;
    return { name, certificate, endsAt: certificate?.endsAt ?? null };
  });
}

/** Notes what has become of one. */
export async function noteCertificate(
  { database }: Pick<CertificateContext, 'database'>,
  name: string,
  changes: Omit<Updateable<Tables['certificates']>, 'name' | 'keySealed'>,
): Promise<void> {
  await database.db.updateTable('certificates').set(changes).where('name', '=', name).execute();
}

/** What changes while a certificate lives, of all of them. */
export function readCertificateChanges({ database }: Pick<CertificateContext, 'database'>) {
  return database.db.selectFrom('certificates').select(['name', 'issuedAt', 'challengeToken', 'failures']).execute();
}

/** A certificate that can be shown to clients. */
export interface UsableCertificate {
  /** PEM. */
  readonly chain: string;
  readonly key: KeyObject;
}

/** Null: there is none yet. */
export async function openCertificate(
  { database, keys }: CertificateContext,
  name: string,
): Promise<UsableCertificate | null> {
  const row = await database.db
    .selectFrom('certificates')
    .select(['chain', 'keySealed'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined || row.chain === null
    ? null
    : { chain: row.chain, key: openHostKey(keys, name, row.keySealed) };
}
