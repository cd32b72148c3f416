import { createHash, sign, type KeyObject } from 'node:crypto';

/** A message as its parts, octets as Latin-1 characters. Each field has its CRLF. */
export interface RawParts {
  readonly fields: readonly string[];
  readonly body: string;
}

/** Tags that take the place of what the signer would write; null leaves a tag out. */
export type Tags = Readonly<Record<string, string | null>>;

export interface RawSigner {
  readonly domain: string;
  readonly selector: string;
  readonly key: KeyObject;
}

type Form = 'relaxed' | 'simple';

function nameOf(field: string): string {
  return field.slice(0, field.indexOf(':')).trim().toLowerCase();
}

function relaxedBlanks(line: string): string {
  return line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, '');
}

/** RFC 6376 §3.4.3 and §3.4.4 word by word, with no thought for speed. */
export function canonicalBody(body: string, form: Form): string {
  const lines = body.split('\r\n').map((line) => (form === 'relaxed' ? relaxedBlanks(line) : line));
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return form === 'relaxed' ? '' : '\r\n';
  return `${lines.join('\r\n')}\r\n`;
}

/** RFC 6376 §3.4.1 and §3.4.2. */
function canonicalField(field: string, form: Form): string {
  if (form === 'simple') return field;
  const value = field.slice(field.indexOf(':') + 1).replaceAll('\r\n', '');
  return `${nameOf(field)}:${relaxedBlanks(value).replace(/^ /, '')}\r\n`;
}

function canonicalHeader(fields: readonly string[], names: readonly string[], form: Form): string {
  const left = [...fields];
  return names
    .map((name) => {
      const at = left.findLastIndex((field) => nameOf(field) === name.trim().toLowerCase());
      return at === -1 ? '' : canonicalField(left.splice(at, 1)[0] ?? '', form);
    })
    .join('');
}

function signOctets(text: string, key: KeyObject, algorithm: string): string {
  const octets = Buffer.from(text, 'latin1');
  if (key.asymmetricKeyType === 'ed25519') {
    return sign(null, createHash('sha256').update(octets).digest(), key).toString('base64');
  }
  return sign(algorithm === 'rsa-sha1' ? 'sha1' : 'sha256', octets, key).toString('base64');
}

function writeTags(tags: Tags): string {
  return Object.entries(tags)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .join(';\r\n ');
}

function algorithmOf(key: KeyObject): string {
  return `${key.asymmetricKeyType ?? ''}-sha256`;
}

function bodyHash(body: string, { c, l, a }: Tags): string {
  const canonical = canonicalBody(body, c?.split('/')[1] === 'relaxed' ? 'relaxed' : 'simple');
  const signed = l === undefined || l === null ? canonical : canonical.slice(0, Number(l));
  return createHash(a === 'rsa-sha1' ? 'sha1' : 'sha256')
    .update(signed, 'latin1')
    .digest('base64');
}

function signTags(name: string, tags: Tags, covered: string, form: Form, key: KeyObject): string {
  const open = `${name}: ${writeTags({ ...tags, b: '' })}\r\n`;
  const own = canonicalField(open, form).slice(0, -2);
  return open.replace(';\r\n b=', `$&${signOctets(covered + own, key, tags['a'] ?? '')}`);
}

/** The tags that DKIM-Signature and ARC-Message-Signature share. */
function complete({ domain, selector, key }: RawSigner, { body }: RawParts, odd: Tags = {}): Tags {
  const tags = { a: algorithmOf(key), c: 'relaxed/relaxed', d: domain, s: selector, h: 'from:to:subject:date', ...odd };
  return { bh: bodyHash(body, tags), ...tags };
}

function signParts(name: string, { fields }: RawParts, tags: Tags, key: KeyObject): string {
  const form = tags['c']?.startsWith('relaxed') ? 'relaxed' : 'simple';
  return signTags(name, tags, canonicalHeader(fields, (tags['h'] ?? '').split(':'), form), form, key);
}

/** A DKIM-Signature that is right about whatever its tags say, however odd. */
export function signRawDkim(parts: RawParts, signer: RawSigner, tags: Tags = {}): string {
  return signParts('DKIM-Signature', parts, { v: '1', ...complete(signer, parts, tags) }, signer.key);
}

/** What an ARC set says otherwise than it should. */
export interface ArcTags {
  readonly signature?: Tags;
  readonly seal?: Tags;
  readonly results?: string;
}

const arcNames = ['arc-authentication-results', 'arc-message-signature', 'arc-seal'];

function instanceOf(field: string): number {
  return Number(/i=([0-9]+)/.exec(field)?.[1]);
}

/** Puts the next ARC set on a message (RFC 8617 §5.1). */
export function sealRaw({ fields, body }: RawParts, signer: RawSigner, odd: ArcTags = {}): RawParts {
  const earlier = fields.filter((field) => arcNames.includes(nameOf(field)));
  const instance = earlier.length / arcNames.length + 1;
  const i = String(instance);
  const results = odd.results ?? `ARC-Authentication-Results: i=${i}; ${signer.domain}; spf=pass\r\n`;
  const parts = { fields, body };
  const signature = signParts(
    'ARC-Message-Signature',
    parts,
    { i, ...complete(signer, parts, odd.signature) },
    signer.key,
  );
  const { domain, selector, key } = signer;
  const cv = instance === 1 ? 'none' : 'pass';
  const sealTags = { i, a: algorithmOf(key), cv, d: domain, s: selector, t: '1700000000', ...odd.seal };
  const ordered = [...earlier, results, signature].toSorted(
    (a, b) => instanceOf(a) - instanceOf(b) || arcNames.indexOf(nameOf(a)) - arcNames.indexOf(nameOf(b)),
  );
  const covered = ordered.map((field) => canonicalField(field, 'relaxed')).join('');
  const seal = signTags('ARC-Seal', sealTags, covered, 'relaxed', key);
  return { fields: [seal, signature, results, ...fields], body };
}

/** The octets of a message. */
export function joinParts({ fields, body }: RawParts): Buffer {
  return Buffer.from(`${fields.join('')}\r\n${body}`, 'latin1');
}
