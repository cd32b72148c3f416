import { isIP, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { parseBackupPublicKey } from '#config/backup-public-key.ts';
import type { AcmeConfig, Role, RspamdConfig, RunAsConfig, SmarthostConfig } from '#config/config.ts';
import { splitDatabaseUrl } from '#config/split-database-url.ts';
import { parseEmailAddress } from '#contract/email-address.ts';

/** How the text of a variable becomes its value. Texts arrive trimmed and are never empty. */

function refuse(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom' });
  return z.NEVER;
}

function parsed<T>(parse: (text: string) => T | null) {
  return z.string().transform((text, context): T => parse(text) ?? refuse(context));
}

function listOf<T>(parseItem: (text: string) => T | null) {
  return parsed((text) => {
    const items = text.split(',').map((item) => parseItem(item.trim()));
    return items.every((item) => item !== null) ? [...new Set(items)] : null;
  });
}

/** RFC 1035 §2.3.1 with the digits of RFC 1123 §2.1; at least two labels unless `single` is allowed. */
export function parseHostname(text: string, single: boolean): string | null {
  // Nothing else may reach the conversion, which would decode escapes.
  const ascii = /^[\p{L}\p{M}\p{N}.-]+$/u.test(text) ? domainToASCII(text) : '';
  const labels = ascii.split('.');
  const areLabels = labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/u.test(label));
  const isNumeric = /^\d*$/u.test(labels.at(-1) ?? '');
  return areLabels && !isNumeric && ascii.length <= 253 && (single || labels.length > 1) ? ascii : null;
}

function parseUrl(text: string, schemes: readonly string[]): URL | null {
  const url = URL.parse(text);
  return url !== null && schemes.includes(url.protocol) && url.hostname !== '' ? url : null;
}

function isBare(url: URL): boolean {
  return ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
}

function parseOrigin(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:']);
  return url !== null && isBare(url) && url.username === '' && url.password === '' ? url.origin : null;
}

function parseSmarthost(text: string): SmarthostConfig | null {
  const url = parseUrl(text, ['smtp:', 'smtps:']);
  if (url === null || !isBare(url)) return null;
  const implicitTls = url.protocol === 'smtps:';
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/gu, ''),
      port: url.port === '' ? (implicitTls ? 465 : 25) : Number(url.port),
      implicitTls,
      user: url.username === '' ? null : decodeURIComponent(url.username),
      password: url.password === '' ? null : decodeURIComponent(url.password),
    };
  } catch {
    return null;
  }
}

function parseRspamd(text: string): RspamdConfig | null {
  const url = parseUrl(text, ['http:', 'https:']);
  if (url === null || !isBare(url) || url.username !== '') return null;
  try {
    return { origin: url.origin, password: url.password === '' ? null : decodeURIComponent(url.password) };
  } catch {
    return null;
  }
}

/** 32 octets in base64 or base64url. */
function parseSecret(text: string): Buffer | null {
  return /^[A-Za-z0-9+/_-]{43}=?$/u.test(text) ? Buffer.from(text, 'base64') : null;
}

const units: Readonly<Record<string, number>> = { B: 0, KiB: 1, MiB: 2, GiB: 3, TiB: 4 };

function parseBytes(text: string): number | null {
  const [, count, unit = 'B'] = /^(\d{1,6}|\d{1,15}(?=$|\s*B$))\s*(B|KiB|MiB|GiB|TiB)?$/u.exec(text) ?? [];
  const bytes = Number(count) * 1024 ** (units[unit] ?? 0);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
}

function parseDnsServer(text: string): string | null {
  const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/u.exec(text) ?? [];
  if (isIPv6(text)) return text;
  const isAddress = bracketed === undefined ? isIP(plain ?? '') === 4 : isIPv6(bracketed);
  return isAddress && Number(port) >= 1 && Number(port) <= 65_535 ? text : null;
}

/** An address, or a network in CIDR notation (RFC 4632 §3.1, RFC 4291 §2.3). */
function parseNetwork(text: string): string | null {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/u.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128) ? text : null;
}

function parseLink(text: string): string | null {
  return parseUrl(text, ['http:', 'https:'])?.href ?? null;
}

/** OpenID Connect Discovery 1.0 §3: https, no query, no fragment. Plain http only to this machine, for tests. */
function parseIssuer(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:']);
  const isLocal = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  const isBareIssuer = url !== null && !/[?#@]/u.test(text) && (url.protocol === 'https:' || isLocal);
  return isBareIssuer ? text : null;
}

/** An address of the operator's own choice, any host and port: only over https, or on this machine. */
function parseOwnUrl(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:']);
  const isLocal = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url !== null && url.hash === '' && (url.protocol === 'https:' || isLocal) ? url.href : null;
}

/** A key is sent there: only over https, or to this machine, for tests. */
function parseApiUrl(text: string): string | null {
  return parseIssuer(text)?.replace(/\/+$/u, '') ?? null;
}

const letsEncrypt = new Map([
  ['production', 'https://acme-v02.api.letsencrypt.org/directory'],
  ['staging', 'https://acme-staging-v02.api.letsencrypt.org/directory'],
]);

/** Nobody trusts what a staging server gives. */
function parseAcmeDirectory(text: string): Omit<AcmeConfig, 'email'> | null {
  const directory = letsEncrypt.get(text) ?? parseIssuer(text);
  return directory === null ? null : { directory, trusted: directory !== letsEncrypt.get('staging') };
}

const accountName = /^[a-z_][a-z0-9_-]{0,31}$/u;

function parseRunAs(text: string): RunAsConfig | null {
  const [user = '', group = null, ...more] = text.split(':');
  const areNames = [user, group ?? user].every((name) => accountName.test(name) && name !== 'root');
  return areNames && more.length === 0 ? { user, group } : null;
}

const roles: readonly Role[] = ['web', 'mx', 'submission', 'worker'];

const port = parsed((text) => (/^\d{1,5}$/u.test(text) && Number(text) <= 65_535 ? Number(text) : null));
const publicPort = parsed((text) => (/^[1-9]\d{0,4}$/u.test(text) && Number(text) <= 65_535 ? Number(text) : null));

const workers = parsed((text) => (/^[1-9]\d?$/u.test(text) && Number(text) <= 64 ? Number(text) : null));

const count = parsed((text) => (/^[1-9]\d{0,6}$/u.test(text) ? Number(text) : null));

const domains = listOf((text) => parseHostname(text, false));

export const values = {
  text: z.string(),
  issuer: parsed(parseIssuer),
  apiUrl: parsed(parseApiUrl),
  acmeDirectory: parsed(parseAcmeDirectory),
  path: z.string(),
  databaseUrl: parsed((text) => (splitDatabaseUrl(text) === null ? null : text)),
  secret: parsed(parseSecret),
  backupPublicKey: parsed(parseBackupPublicKey),
  releasePublicKey: parsed((text) => (/^[A-Za-z\d+/]{43}=$/u.test(text) ? Buffer.from(text, 'base64') : null)),
  backupsKept: parsed((text) => (/^[1-9]\d?$/u.test(text) && Number(text) <= 30 ? Number(text) : null)),
  origin: parsed(parseOrigin),
  ipAddress: parsed((text) => (isIP(text) === 0 ? null : text)),
  port,
  publicPort,
  workers,
  count,
  countOrOff: z.union([z.literal('off').transform(() => null), count]),
  portOrOff: z.union([z.literal('off').transform(() => null), port]),
  networks: listOf(parseNetwork),
  link: parsed(parseLink),
  ownUrl: parsed(parseOwnUrl),
  domains,
  domainsOrNone: z.union([z.literal('none').transform((): string[] => []), domains]),
  hostname: parsed((text) => parseHostname(text, true)),
  smarthost: parsed(parseSmarthost),
  rspamd: parsed(parseRspamd),
  runAs: parsed(parseRunAs),
  dnsServers: listOf(parseDnsServer),
  bytes: parsed(parseBytes),
  mailbox: parsed((text) => parseEmailAddress(text)?.address ?? null),
  roles: listOf((text) => roles.find((role) => role === text) ?? null).transform((list) => new Set(list)),
};

/** One variable of the environment. */
export interface Variable {
  /** Text to value; refuses with an issue. */
  readonly value: z.ZodType;
  /** What it takes, in words; also ends the line of a fault. */
  readonly takes: string;
  /** The text that counts when it is not set. */
  readonly fallback?: string;
  /** Without a fixed fallback: what holds then, in words. */
  readonly otherwise?: string;
  readonly about: string;
  /** Its value may hold a password and is never shown. */
  readonly secret?: true;
}
