import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Transport } from '#mail/deliver/transport.ts';

/** Names where a recipient's mail goes, without telling it: deliveries with one hash share limits and fate. */
export const destinationHash = (keys: KeyRing, transport: Transport, rcptTo: string): Buffer =>
  keys.lookupHash('spool.destination', transport.destinationOf(rcptTo));

/** The same as a key for maps in memory. */
export const destinationKey = (hash: Buffer): string => hash.toString('base64');
