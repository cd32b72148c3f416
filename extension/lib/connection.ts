import { z } from 'zod';
import type { Browser } from '#extension/lib/browser.ts';

// A policy without `unsafe-eval` holds here: no code is made at run time.
z.config({ jitless: true });

const connectionSchema = z.object({
  /** Of the server. */
  origin: z.url(),
  /** Its API key of everyday use. Only pages of the extension read it. */
  key: z.string(),
  userId: z.uuid(),
  /** The server has reverse addresses. */
  contacts: z.boolean(),
});
/** The server of this browser, and what lets it in there. */
export type Connection = z.infer<typeof connectionSchema>;

const place = 'connection';

/** Null: there is none, or none that this release understands. */
export async function readConnection({ storage }: Browser): Promise<Connection | null> {
  const read = connectionSchema.safeParse((await storage.local.get(place))[place]);
  return read.success ? read.data : null;
}

export async function keepConnection({ storage }: Browser, connection: Connection): Promise<void> {
  await storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  await storage.local.set({ [place]: connection });
}

export async function dropConnection({ storage }: Browser): Promise<void> {
  await storage.local.remove(place);
}
