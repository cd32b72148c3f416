/** One header field exactly as it stands in the message. */
export interface HeaderField {
  /** As written, without colon. */
  readonly name: string;
  /** Lower case. */
  readonly key: string;
  /** Name, colon, value, folding and the closing CRLF. */
  readonly raw: Buffer;
}

/** A message split at its first empty line. `body` is a view into the received octets and is never changed. */
export interface RawMessage {
  readonly fields: readonly HeaderField[];
  readonly body: Buffer;
}
