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
  /** Digest of its token, in hexadecimal: names it within this program, and opens nothing. */
  readonly id: string;
  readonly reverseAddress: string;
  readonly blocked: boolean;
}

/** Reverse addresses, which the mail engine makes and opens. Correspondents come as `parseCorrespondent` gives them. */
export interface Correspondents {
  /** Null: not known to the alias. */
  find(alias: CorrespondentAlias, address: string): Promise<Correspondent | null>;
  /** Makes a correspondent known to an alias, if it is not. Null: the alias gained as many as it may today. */
  add(alias: CorrespondentAlias, address: string): Promise<Correspondent | null>;
  /** The same, and their mail is dropped from now on, or no longer. */
  setBlocked(alias: CorrespondentAlias, address: string, blocked: boolean): Promise<Correspondent | null>;
  /** Who blocked a correspondent of an alias: its owner in person, or the unsubscribe button of their mail. Null: nobody. */
  findBlock(alias: CorrespondentAlias, address: string): Promise<'owner' | 'link' | null>;
  /** Blocks like `setBlocked`, and undoes only what it did itself. False: the alias gained as many as it may today. */
  setBlockedByLink(alias: CorrespondentAlias, address: string, blocked: boolean): Promise<boolean>;
}
