import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Transport } from '#mail/deliver/transport.ts';

/** The opaque name of a destination. */
export const hashDestination = (keys: KeyRing, name: string): Buffer => keys.lookupHash('spool.destination', name);

/** Names where a recipient's mail goes, without telling it: deliveries with one hash share limits and fate. */
export const destinationHash = (keys: KeyRing, transport: Transport, rcptTo: string): Buffer =>
  hashDestination(keys, transport.destinationOf(rcptTo));

/** The same as a key for maps in memory. */
export const destinationKey = (hash: Buffer): string => hash.toString('base64');
