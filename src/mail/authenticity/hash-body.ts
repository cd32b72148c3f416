import { createHash, type Hash } from 'node:crypto';
import type { Canonicalization } from '#mail/authenticity/canonicalize-header.ts';

const tab = 0x09;
const lf = 0x0a;
const cr = 0x0d;
const space = 0x20;
const crlf = Buffer.from('\r\n');
const scratchBytes = 64 * 1024;

const isBlank = (octet: number | undefined): boolean => octet === space || octet === tab;

/** Where the CRLF line ends at the very end begin; with `blanks`, blanks before them are skipped too. */
const endOfContent = (body: Buffer, blanks: boolean): number => {
  let end = body.length;
  for (;;) {
    if (blanks && isBlank(body[end - 1])) end -= 1;
    else if (body[end - 1] === lf && body[end - 2] === cr) end -= 2;
    else return end;
  }
};

/** Relaxed form of all but the last line end: a run of blanks becomes one space, or nothing at the end of a line. */
const updateRelaxed = (hash: Hash, content: Buffer): void => {
  const scratch = Buffer.allocUnsafe(Math.min(scratchBytes, content.length));
  let used = 0;
  for (let at = 0; at < content.length; at += 1) {
    const octet = content[at] ?? 0;
    const blank = isBlank(octet);
    if (blank) {
      while (isBlank(content[at + 1])) at += 1;
      if (content[at + 1] === cr && content[at + 2] === lf) continue;
    }
    scratch[used] = blank ? space : octet;
    used += 1;
    if (used === scratch.length) {
      hash.update(scratch);
      used = 0;
    }
  }
  hash.update(scratch.subarray(0, used));
};

/**
 * SHA-256 of a body in the form DKIM signs (RFC 6376 §3.4.3, §3.4.4), 32 octets. One pass, constant memory. It does
 * not depend on who signs: once per message is enough for any number of aliases.
 */
export const hashBody = (body: Buffer, form: Canonicalization = 'relaxed'): Buffer => {
  const hash = createHash('sha256');
  const content = body.subarray(0, endOfContent(body, form === 'relaxed'));
  if (form === 'simple') return hash.update(content).update(crlf).digest();
  if (content.length === 0) return hash.digest();
  updateRelaxed(hash, content);
  return hash.update(crlf).digest();
};
