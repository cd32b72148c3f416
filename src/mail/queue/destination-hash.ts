import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';

/** The opaque name of a destination. */
export function hashDestination(keys: KeyRing, name: string): Buffer {
  return keys.lookupHash('spool.destination', name);
}

/** Names where a recipient's mail goes, without telling it: deliveries with one hash share limits and fate. */
export function destinationHash(keys: KeyRing, transport: Transport, rcptTo: string): Buffer {
  return hashDestination(keys, transport.destinationOf(rcptTo));
}

/** The same as a key for maps in memory. */
export function destinationKey(hash: Buffer): string {
  return hash.toString('base64');
}
