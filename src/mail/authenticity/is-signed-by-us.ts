import { verify, type KeyObject } from 'node:crypto';
import {
  canonicalizeField,
  canonicalizeSigned,
  type Canonicalization,
} from '#mail/authenticity/canonicalize-header.ts';
import { hashBody } from '#mail/authenticity/hash-body.ts';
import { fieldText } from '#mail/message/field-text.ts';
import type { HeaderField, RawMessage } from '#mail/message/raw-message.ts';

/** More signatures of one domain than this are not tried. */
const maxSignatures = 5;

/** A tag list (RFC 6376 §3.2); null when a tag stands twice. */
const readTags = (field: HeaderField): ReadonlyMap<string, string> | null => {
  const tags = new Map<string, string>();
  for (const part of fieldText(field).split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const name = part.slice(0, equals).trim();
    if (tags.has(name)) return null;
    tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
};

const isForm = (text: string): text is Canonicalization => text === 'relaxed' || text === 'simple';

/** The forms of header and body; null when the tag names others (RFC 6376 §3.5, c=). */
const readForms = (tag = 'simple/simple'): { header: Canonicalization; body: Canonicalization } | null => {
  const [header = '', body = 'simple'] = tag.split('/');
  return isForm(header) && isForm(body) ? { header, body } : null;
};

/** The field with the value of its `b=` tag removed and every other octet kept (RFC 6376 §3.7). */
const withoutSignature = (field: HeaderField): HeaderField => ({
  ...field,
  raw: Buffer.from(
    `${field.raw
      .subarray(0, -2)
      .toString('latin1')
      .replace(/([;:]\s*b\s*=)[^;]*/, '$1')}\r\n`,
    'latin1',
  ),
});

/** The kind of signature we make, in any canonicalisation: the whole body, From covered. */
const isOurKind = (tags: ReadonlyMap<string, string>, names: readonly string[]): boolean =>
  tags.get('v') === '1' && tags.get('a') === 'rsa-sha256' && !tags.has('l') && names.includes('from');

const isValid = (
  message: RawMessage,
  field: HeaderField,
  tags: ReadonlyMap<string, string>,
  key: KeyObject,
): boolean => {
  const forms = readForms(tags.get('c'));
  const names = (tags.get('h') ?? '').split(':').map((name) => name.trim().toLowerCase());
  if (forms === null || !isOurKind(tags, names)) return false;
  if (!hashBody(message.body, forms.body).equals(Buffer.from(tags.get('bh') ?? '', 'base64'))) return false;
  const own = canonicalizeField(withoutSignature(field), forms.header).slice(0, -2);
  const text = Buffer.from(canonicalizeSigned(message.fields, names, forms.header) + own, 'latin1');
  return verify('sha256', text, key, Buffer.from(tags.get('b') ?? '', 'base64'));
};

/**
 * Whether the message carries a DKIM signature of `domain` (d= is exactly that) that verifies with our own `key` and
 * covers From. Needs no DNS. Never throws.
 */
export const isSignedByUs = (message: RawMessage, domain: string, key: KeyObject): boolean => {
  const candidates: { field: HeaderField; tags: ReadonlyMap<string, string> }[] = [];
  for (const field of message.fields) {
    if (field.key !== 'dkim-signature') continue;
    const tags = readTags(field);
    if (tags?.get('d')?.toLowerCase() === domain) candidates.push({ field, tags });
    if (candidates.length === maxSignatures) break;
  }
  return candidates.some(({ field, tags }) => isValid(message, field, tags, key));
};
