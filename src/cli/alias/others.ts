import { callServer, type Server } from '#cli/alias/call-server.ts';
import { type Done, lineOfCells, plain } from '#cli/alias/done.ts';
import { changeContactResponseSchema, contactResponseSchema } from '#contract/aliases.ts';
import { heldResponseSchema } from '#contract/held/held.ts';

/** An alias, and somebody who writes to it. */
interface Pair {
  readonly aliasId: string;
  readonly address: string;
}

/** Where to write to somebody as the alias. */
export async function findReverseAddress(server: Server, { aliasId, address }: Pair): Promise<Done> {
  const call = ['POST', `/api/aliases/${aliasId}/contacts`] as const;
  const { contact } = await callServer(server, call, contactResponseSchema, { address });
  return { lines: [plain(contact.reverseAddress)], json: contact };
}

/** Mail of somebody to the alias is dropped, or no longer. */
export async function blockSender(server: Server, { aliasId, address }: Pair, blocked: boolean): Promise<Done> {
  const call = ['PATCH', `/api/aliases/${aliasId}/contacts`] as const;
  const answer = await callServer(server, call, changeContactResponseSchema, { address, blocked });
  return { lines: [plain(answer.message)], json: answer };
}

/** What waits for its owner's word. Senders and subjects are written by strangers. */
export async function listHeld(server: Server): Promise<Done> {
  const { held } = await callServer(server, ['GET', '/api/held'], heldResponseSchema);
  const lines = held.map(({ alias, from, subject, reason, expiresAt }) =>
    lineOfCells([alias, reason, expiresAt, from, subject]),
  );
  return { lines, json: held };
}
