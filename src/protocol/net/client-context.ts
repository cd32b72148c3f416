import { createSecureContext, type SecureContext } from 'node:tls';
import { BoundedMap } from '#platform/bounded-map.ts';

/** Operators name one list of authorities at most. */
const maxLists = 4;

/** By the authorities (PEM); those of Node.js under the empty name. They hold no key and no session. */
const contexts = new BoundedMap<SecureContext>({ max: maxLists, evict: 'least-recently-used' });

/**
 * With which TLS begins at other servers whose certificates lead to `authorities`; null: those that Node.js trusts. Made once: each
 * costs two thirds of a signature. Whether a certificate is looked at is said for each connection.
 */
export function clientContext(authorities: string | null): SecureContext {
  const name = authorities ?? '';
  const known = contexts.get(name);
  if (known !== undefined) return known;
  const made = createSecureContext(authorities === null ? {} : { ca: authorities });
  contexts.set(name, made);
  return made;
}
