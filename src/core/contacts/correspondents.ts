/** The alias a correspondent writes to. */
export interface CorrespondentAlias {
  readonly id: string;
  readonly userId: string;
  /** `name@domain` in lower case. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
}

export interface Correspondent {
  readonly reverseAddress: string;
  readonly blocked: boolean;
}

/** Reverse addresses, which the mail engine makes and opens. Correspondents come as `parseEmailAddress` gives them. */
export interface Correspondents {
  /** Null: not known to the alias. */
  find(alias: CorrespondentAlias, address: string): Promise<Correspondent | null>;
  /** Makes a correspondent known to an alias, if it is not. Null: the alias gained as many as it may today. */
  add(alias: CorrespondentAlias, address: string): Promise<Correspondent | null>;
  /** The same, and their mail is dropped from now on, or no longer. */
  setBlocked(alias: CorrespondentAlias, address: string, blocked: boolean): Promise<Correspondent | null>;
}
