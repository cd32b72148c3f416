/** A message of ours to one person. */
export interface SystemMail {
  /** `local@domain`, domain as A-label. */
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Whose quota of waiting mail it counts against; null for nobody's. */
  readonly userId: string | null;
}

export interface SystemMailer {
  /** Resolves when the mail is safe in the queue. */
  send(mail: SystemMail): Promise<void>;
}
