import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import { answerPacked } from '#api/middleware/compression.ts';

/** Whether a browser has just that (RFC 9110 §13.1.2, weak comparison). */
function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}

function tagOf(sources: Iterable<string>): string {
  const hash = createHash('sha1');
  for (const source of sources) hash.update(`${source.length} `).update(source);
  return `"${hash.digest('base64url')}"`;
}

/** Together half a millisecond. Then it is the turn of whatever else waits. */
const piecesAtOnce = 5;

async function joinPieces(pieces: Iterable<string>): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer<ArrayBuffer>[] = [];
  for (const piece of pieces) {
    parts.push(Buffer.from(piece));
    if (parts.length % piecesAtOnce === 0) await setImmediate();
  }
  return Buffer.concat(parts);
}

/** A large answer in JSON. */
interface LargeAnswer {
  /** All that it follows from, the program's version included. */
  readonly sources: readonly string[];
  /** Not asked for where the browser has it. */
  readonly pieces: () => Iterable<string>;
}

/** Answers with JSON, tagged by what it is made of, or with 304 where the browser has it. The tag is weak, as packing follows. */
export async function answerTagged(c: Context, { sources, pieces }: LargeAnswer): Promise<Response> {
  const tag = tagOf(sources);
  c.header('ETag', `W/${tag}`);
  if (isKnown(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  c.header('Content-Type', 'application/json');
  return answerPacked(c, await joinPieces(pieces()));
}
