import { hash } from 'node:crypto';
import type { Context } from 'hono';

declare module 'hono' {
  interface ContextVariableMap {
    /** The body of a large answer, for middleware that has to read it: taken from the answer, all of it is copied. */
    answerOctets: Uint8Array<ArrayBuffer> | undefined;
  }
}

/** Whether a browser has just that (RFC 9110 §13.1.2, weak comparison). */
function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}

/** Answers with JSON, tagged by a hash of it, or with 304 where the browser has it. The tag is weak, as packing follows. */
export function answerTagged(c: Context, content: object): Response {
  const octets = new TextEncoder().encode(JSON.stringify(content));
  const tag = `"${hash('sha1', octets, 'base64url')}"`;
  c.header('ETag', `W/${tag}`);
  if (isKnown(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  c.set('answerOctets', octets);
  c.header('Content-Type', 'application/json');
  return c.body(octets, 200);
}
