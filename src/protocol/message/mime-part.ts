import type { HeaderField } from '#protocol/message/raw-message.ts';

/** A structured value of a Content-* field (RFC 2045 §5.1): `text/plain; charset=utf-8`. */
export interface ParameterValue {
  /** Lower case, without parameters; empty when the field has none. */
  readonly value: string;
  /** Names in lower case; continuations joined, charsets and encoded words decoded (RFC 2231, RFC 2047). */
  readonly parameters: ReadonlyMap<string, string>;
}

/** One node of a message's MIME tree. Its octets are views into the body; nothing is copied or decoded. */
export interface MimePart {
  /** Of the root: the message's own fields. */
  readonly fields: readonly HeaderField[];
  /** `type/subtype` in lower case; the default of RFC 2045 §5.2 where the field is missing or cannot be read. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** Content-Disposition (RFC 2183); null without the field. */
  readonly disposition: ParameterValue | null;
  /** Content-Transfer-Encoding in lower case; `7bit` where the field is missing. */
  readonly encoding: string;
  /** Octets after the part's header, still encoded. */
  readonly content: Buffer;
  /** Where the part (its header first) and its content begin, and where both end: offsets in the body. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  /** The parts of a multipart; the message in a message/rfc822 that is not encoded. Else empty. */
  readonly children: readonly MimePart[];
}

/** What `parseParts` read. */
export interface MimeTree {
  readonly root: MimePart;
  /** False when caps cut the reading: some multipart stands in the tree without its children. */
  readonly complete: boolean;
}
