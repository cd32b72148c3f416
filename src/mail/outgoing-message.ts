/** A message ready to leave, with everyone it goes to. Also the shape in which the spool takes it. */
export interface OutgoingMessage {
  /** UUID; names the message in the spool. */
  readonly id: string;
  /** The sender's reverse-path as received; empty for `<>`. */
  readonly reversePath: string;
  /** One Buffer for every delivery. */
  readonly body: Buffer;
  readonly deliveries: readonly Delivery[];
}

/** One message for one recipient. */
export interface Delivery {
  /** UUID. */
  readonly id: string;
  /** Shared by all deliveries of one alias. */
  readonly header: HeaderBlock;
  /** All null for mail to the operator, only `userId` set for system mail. */
  readonly userId: string | null;
  readonly aliasId: string | null;
  /** bigint as text. */
  readonly linkId: string | null;
  readonly targetId: string | null;
  readonly mailFrom: string;
  readonly rcptTo: string;
}

/** A signed header block with its closing empty line. */
export interface HeaderBlock {
  /** UUID. */
  readonly id: string;
  readonly octets: Buffer;
}
