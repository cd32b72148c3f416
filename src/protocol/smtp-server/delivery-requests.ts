/** Of what a sender wants to be told (RFC 3461 §4.1). */
export type NotifyOn = 'SUCCESS' | 'FAILURE' | 'DELAY';

/** What RCPT says of one recipient. */
export interface RecipientRequest {
  /** Empty: of nothing, ever. Null: as the server thinks fit. */
  readonly notify: ReadonlySet<NotifyOn> | null;
  /** ORCPT, as it goes into a report: `rfc822;bob@example.com`; null: not given. */
  readonly original: string | null;
}

/** What MAIL says of all of them. */
export interface EnvelopeRequest {
  /** ENVID, decoded; null: not given. */
  readonly envelopeId: string | null;
  /** RET=FULL: the sender would have the whole message back. */
  readonly returnsAll: boolean;
}

/** All that a sender wants to be told of a message. */
export interface DeliveryRequests extends EnvelopeRequest {
  /** One for each recipient of the envelope, in its order. */
  readonly recipients: readonly (RecipientRequest | null)[];
}

/** The least that has to be taken (RFC 3461 §5.4), as it comes. */
const maxOriginalOctets = 500;
const maxEnvelopeIdOctets = 100;
/** `=` has to be encoded, and is taken as it stands: Postfix does, and a message is not refused for its label. */
const xtext = /^(?:[\x21-\x2a\x2c-\x7e]|\+[0-9A-F]{2})+$/;
/** White space, too (RFC 3461 §4.2, §4.4). */
const printable = /^[\t\x20-\x7e]+$/;
/** Of an address in UTF-8, as its client wrote it: characters as they are, or by their numbers. */
const utf8Text = /^[\x21-\x7e\u{a1}-\u{10ffff}]+$/u;
/** One line of a report holds it. */
const maxWrittenChars = 900;
const addressType = /^[A-Za-z0-9][A-Za-z0-9-]{0,30}$/;
const events: readonly NotifyOn[] = ['SUCCESS', 'FAILURE', 'DELAY'];

/** What xtext stands for (RFC 3461 §4), where a report can repeat it; null where it cannot, or is none. */
function readXtext(text: string, maxOctets: number): string | null {
  if (text.length > maxOctets || !xtext.test(text)) return null;
  const decoded = text.replaceAll(/\+([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return printable.test(decoded) ? decoded : null;
}

/** NOTIFY=NEVER alone, or a list (RFC 3461 §4.1); null: neither. */
export function readNotify(value: string | null): ReadonlySet<NotifyOn> | null {
  const words = (value ?? '').toUpperCase().split(',');
  if (words.length === 1 && words[0] === 'NEVER') return new Set();
  const named = events.filter((event) => words.includes(event));
  return words.length <= events.length && words.every((word) => events.some((event) => event === word))
    ? new Set(named)
    : null;
}

/**
 * An address in UTF-8 (RFC 6533 §3), in the form that a report of ASCII can repeat; null: it is none. Of xtext, which older clients put
 * around it, the three characters are read that this form has no other way to write: `+20` may as well be somebody's tag.
 */
function readUtf8Address(text: string): string | null {
  if (Buffer.byteLength(text) > maxOriginalOctets || !utf8Text.test(text)) return null;
  const plain = text.replaceAll(/\+(2B|3D|5C)/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
  const written = plain.replaceAll(/\\x\{[0-9A-Fa-f]{2,6}\}|[+=\\]|[^\x21-\x7e]/gu, (found) =>
    found.length > 2 ? found : `\\x{${found.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
  return written.length > maxWrittenChars ? null : written;
}

/** ORCPT (RFC 3461 §4.2); null: not written as it should be. */
export function readOriginal(value: string | null): string | null {
  const [type = '', ...rest] = (value ?? '').split(';');
  const text = rest.join(';');
  const address = /^utf-8$/i.test(type) ? readUtf8Address(text) : readXtext(text, maxOriginalOctets);
  return address === null || !addressType.test(type) ? null : `${type};${address}`;
}

/** ENVID (RFC 3461 §4.4); null: not written as it should be. */
export function readEnvelopeId(value: string | null): string | null {
  return readXtext(value ?? '', maxEnvelopeIdOctets);
}

/** RET (RFC 3461 §4.3): whether the whole message is to come back; null: not written as it should be. */
export function readReturn(value: string | null): boolean | null {
  const word = value?.toUpperCase();
  return word === 'FULL' || word === 'HDRS' ? word === 'FULL' : null;
}
