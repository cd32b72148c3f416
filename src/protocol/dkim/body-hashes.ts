import { createHash } from 'node:crypto';
import type { Canonicalization } from '#protocol/dkim/canonicalize-header.ts';

/**
 * Body hashes (bh=) of one body, each made once however many signatures need it. Not to be changed meanwhile: the body.
 */
export interface BodyHashes {
  /** SHA-256 of the whole body in the form DKIM signs (RFC 6376 §3.4.3, §3.4.4), 32 octets. */
  sha256(form: Canonicalization): Buffer;
  /** Octets of the body in that form. */
  canonicalBytes(form: Canonicalization): number;
}

/** What one pass over the body found. */
interface Pass {
  readonly bytes: number;
  readonly sha256: Buffer;
}

const tab = 0x09;
const lf = 0x0a;
const cr = 0x0d;
const space = 0x20;
const crlf = Buffer.from('\r\n');
/** Octets looked at before it is asked again whether a long stretch without blanks follows. */
const blockBytes = 4096;

/** Only filled and emptied within one call of `writeRelaxed`, which never waits. */
const scratch = Buffer.allocUnsafeSlow(blockBytes);

function isBlank(octet: number | undefined): boolean {
  return octet === space || octet === tab;
}

/** Where the CRLF line ends at the very end begin; with `blanks`, blanks before them are skipped too. */
function endOfContent(body: Buffer, blanks: boolean): number {
  let end = body.length;
  while (end > 0) {
    const octet = body[end - 1];
    if (octet === lf && end > 1 && body[end - 2] === cr) end -= 2;
    else if (blanks && (octet === space || octet === tab)) end -= 1;
    else break;
  }
  return end;
}

type Write = (octets: Buffer) => void;

/** Octets from `at` that relaxed form leaves as they are, found in at most one block. */
function unchangedUntil(content: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const octet = content[at];
    if (octet === tab) return at;
    if (octet === space) {
      const next = content[at + 1];
      if (next === space || next === tab || next === cr) return at;
    }
  }
  return end;
}

/** Writes the octets from `from` to about `end` in relaxed form and gives where it stopped: never within blanks. */
function writeChanged(content: Buffer, from: number, end: number, write: Write): number {
  let at = from;
  let used = 0;
  while (at < end) {
    const octet = content[at] ?? 0;
    at += 1;
    if (octet === space || octet === tab) {
      while (isBlank(content[at])) at += 1;
      if (content[at] === cr && content[at + 1] === lf) continue;
      scratch[used] = space;
    } else {
      scratch[used] = octet;
    }
    used += 1;
  }
  write(scratch.subarray(0, used));
  return at;
}

/**
 * Relaxed form of all but the last line end: a run of blanks becomes one space, or nothing at the end of a line.
 * Stretches that need no change, base64 above all, are hashed where they lie.
 */
function writeRelaxed(content: Buffer, write: Write): void {
  const find = (octet: number, from: number): number => {
    const at = content.indexOf(octet, from);
    return at === -1 ? content.length : at;
  };
  let nextSpace = 0;
  let nextTab = 0;
  let written = 0;
  for (let at = 0; at < content.length;) {
    if (nextSpace < at) nextSpace = find(space, at);
    if (nextTab < at) nextTab = find(tab, at);
    const end = Math.min(content.length, Math.max(Math.min(nextSpace, nextTab), at + blockBytes));
    const unchanged = unchangedUntil(content, Math.max(at, Math.min(nextSpace, nextTab, end)), end);
    at = unchanged;
    if (unchanged === end) continue;
    write(content.subarray(written, unchanged));
    at = writeChanged(content, unchanged, end, write);
    written = at;
  }
  write(content.subarray(written));
}

function runPass(body: Buffer, form: Canonicalization): Pass {
  const hash = createHash('sha256');
  let bytes = 0;
  const write = (octets: Buffer): void => {
    hash.update(octets);
    bytes += octets.length;
  };
  const end = endOfContent(body, form === 'relaxed');
  const content = body.subarray(0, end);
  if (form === 'relaxed') writeRelaxed(content, write);
  else write(content);
  // An empty body stays empty in relaxed form and becomes one line end in simple form.
  if (form === 'simple' || end > 0) write(crlf);
  return { bytes, sha256: hash.digest() };
}

/**
 * Body hashes, made when they are first asked for: one pass for each form, in constant memory. They do not depend on
 * who signs or verifies, so one of these serves everything done with a message.
 */
export function createBodyHashes(body: Buffer): BodyHashes {
  const passes = new Map<Canonicalization, Pass>();

  const passOf = (form: Canonicalization): Pass => {
    const known = passes.get(form);
    if (known !== undefined) return known;
    const pass = runPass(body, form);
    passes.set(form, pass);
    return pass;
  };

  return {
    sha256: (form) => passOf(form).sha256,
    canonicalBytes: (form) => passOf(form).bytes,
  };
}
