import type { Db } from '#database/database.ts';

/** A message of ours to one person. */
export interface SystemMail {
  /** Of its delivery, for whoever asks later what became of it; made up where it is left out. */
  readonly id?: string;
  /** `local@domain`, domain as A-label. */
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Whose quota of waiting mail it counts against; null for nobody's. */
  readonly userId: string | null;
}

export interface SystemMailer {
  /** Resolves when the mail is safe in the queue. `db`: a transaction of its cause, with which it is in the queue or is not. */
  send(mail: SystemMail, db?: Db): Promise<void>;
}
