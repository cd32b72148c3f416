import { AcmeError, problemCode } from '#protocol/acme/acme-error.ts';
import { readObject } from '#protocol/acme/acme-client.ts';

/** The two ways in which we prove a name: by HTTP (RFC 8555 §8.3) or in a TLS handshake (RFC 8737 §3). */
export type ChallengeType = 'http-01' | 'tls-alpn-01';

/** RFC 8555 §7.1.3. */
export interface Order {
  readonly status: string;
  readonly authorizations: readonly string[];
  readonly finalize: string;
  /** Null until it is issued. */
  readonly certificate: string | null;
  /** Why it failed; null: it did not, or the server does not tell. */
  readonly problem: string | null;
}

export interface Challenge {
  readonly type: string;
  readonly url: string;
  readonly token: string;
  readonly status: string;
  readonly problem: string | null;
}

/** RFC 8555 §7.1.4. */
export interface Authorization {
  readonly status: string;
  readonly challenges: readonly Challenge[];
}

/** When the server wants a certificate to be renewed (RFC 9773 §4.2), in milliseconds since the Unix epoch. */
export interface RenewalWindow {
  readonly startMs: number;
  readonly endMs: number;
}

/** @throws AcmeError */
function textIn(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new AcmeError('answer_unclear');
  return value;
}

function listIn(fields: Record<string, unknown>, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

/** Orders are for one name: each further one would take its time, which a server without end of them has. */
const authorizationsMax = 8;

/** @throws AcmeError */
export function readOrder(text: string): Order {
  const fields = readObject(text);
  const authorizations = listIn(fields, 'authorizations').filter((url) => typeof url === 'string');
  if (authorizations.length > authorizationsMax) throw new AcmeError('answer_unclear');
  return {
    status: textIn(fields, 'status'),
    authorizations,
    finalize: textIn(fields, 'finalize'),
    certificate: typeof fields['certificate'] === 'string' ? fields['certificate'] : null,
    problem: problemCode(fields['error']),
  };
}

/** RFC 8555 §8: at least 128 bits, in base64url. Other challenges than ours may have none. */
const anyToken = /^[\w-]{16,256}$/;

function readChallenges(value: unknown): Challenge[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, url, token, status = 'pending', error = null } = value as Partial<Record<string, unknown>>;
  if (typeof type !== 'string' || typeof url !== 'string' || typeof status !== 'string') return [];
  if (typeof token !== 'string' || !anyToken.test(token)) return [];
  return [{ type, url, token, status, problem: problemCode(error) }];
}

/** @throws AcmeError */
export function readAuthorization(text: string): Authorization {
  const fields = readObject(text);
  return { status: textIn(fields, 'status'), challenges: listIn(fields, 'challenges').flatMap(readChallenges) };
}

/** @throws AcmeError also for a window that ends before it begins, which RFC 9773 §4.2 leaves no sense. */
export function readRenewalWindow(text: string): RenewalWindow {
  const { start, end } = { ...(readObject(text)['suggestedWindow'] as { start?: unknown; end?: unknown } | undefined) };
  const [startMs, endMs] = [start, end].map((time) => (typeof time === 'string' ? Date.parse(time) : Number.NaN));
  if (startMs === undefined || endMs === undefined || !(startMs < endMs)) throw new AcmeError('answer_unclear');
  return { startMs, endMs };
}
