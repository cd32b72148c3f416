import { createHash } from 'node:crypto';
import type { AcmeClient } from '#protocol/acme/acme-client.ts';
import { readRenewalWindow } from '#protocol/acme/acme-resources.ts';

/** When to renew, and when to ask again; in milliseconds. */
export interface RenewalAdvice {
  readonly renewAtMs: number;
  /** Null: the server does not say. */
  readonly askAgainMs: number | null;
}

/** A point of the window that is random over all certificates, and the same whoever asks for this one, and whenever. */
function fractionOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Asks for a certificate's renewal information (ARI, RFC 9773 §4); null where the server has none. `id`: `renewalId`.
 * @throws AcmeError
 */
export async function findRenewalAdvice(client: AcmeClient, id: string): Promise<RenewalAdvice | null> {
  const base = await client.resource('renewalInfo');
  if (base === null) return null;
  const { text, retryAfterMs } = await client.get(`${base.replace(/\/+$/, '')}/${id}`);
  const { startMs, endMs } = readRenewalWindow(text);
  return { renewAtMs: Math.round(startMs + fractionOf(id) * (endMs - startMs)), askAgainMs: retryAfterMs };
}
