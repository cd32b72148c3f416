import { splitAddress, parseAddress } from '#protocol/message/address.ts';

/** What an address at one of our domains means by its form alone. */
export type ParsedRecipient =
  /** `local` in lower case, without `+tag`. */
  | { readonly kind: 'alias'; readonly local: string; readonly domain: string }
  | { readonly kind: 'reverse'; readonly token: string; readonly domain: string }
  | { readonly kind: 'bounce'; readonly token: string; readonly domain: string }
  /** `domain` is null for a bare `postmaster` (RFC 5321 §4.5.1). */
  | { readonly kind: 'role'; readonly local: string; readonly domain: string | null }
  /** `domain` is null when the text is no address at all. */
  | { readonly kind: 'invalid'; readonly domain: string | null };

const roles = new Set(['postmaster', 'abuse', 'admin', 'administrator', 'hostmaster', 'webmaster']);

/** Letters, digits, `-` and `_` in runs joined by single dots; then perhaps a tag, which cannot need quotes. */
const aliasForm = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?:\+[\x21-\x7e]*)?$/;
const maxAliasOctets = 64;
const reverseForm = /^reply=([a-z2-7]{26})$/;
const bounceForm = /^b=([a-z2-7]{34})$/;

/**
 * Reads a recipient as given in RCPT TO, without angle brackets. `=` cannot stand in an alias name, so the kinds never
 * collide. Domains come back as A-labels in lower case. Says nothing about what exists. Never throws.
 */
export function parseRecipient(address: string): ParsedRecipient {
  if (address.toLowerCase() === 'postmaster') return { kind: 'role', local: 'postmaster', domain: null };
  const parsed = parseAddress(address);
  if (parsed === null) return { kind: 'invalid', domain: null };
  const { local: written, domain } = splitAddress(parsed);
  const local = written.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const reverse = reverseForm.exec(local)?.[1];
  if (reverse !== undefined) return { kind: 'reverse', token: reverse, domain };
  const bounce = bounceForm.exec(local)?.[1];
  if (bounce !== undefined) return { kind: 'bounce', token: bounce, domain };
  const name = aliasForm.exec(local)?.[1] ?? '';
  if (name === '' || name.length > maxAliasOctets) return { kind: 'invalid', domain };
  return { kind: roles.has(name) ? 'role' : 'alias', local: name, domain };
}
