/** Where the program is. */
export interface Place {
  readonly webUrl: string;
  readonly mxPort: number;
  readonly submissionPort: number;
}

/** Somebody with an account, one alias that forwards to the account's own confirmed inbox, and a password to send with. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly cookie: string;
  readonly aliasId: string;
  readonly alias: string;
  readonly smtpPassword: string;
}

/** What an honest person does. */
export const actNames = ['page', 'list', 'sign-in', 'submission', 'forwarding'] as const;
export type ActName = (typeof actNames)[number];

/** How it went for honest people. */
export interface Life {
  /** Milliseconds of each; of what was asked again, from the first time on. Of a message: the try that was accepted. */
  readonly times: Readonly<Record<ActName, readonly number[]>>;
  /** The longest time from the first refusal of a message to its acceptance. */
  readonly longestRefusalMs: number;
  /** What never succeeded, and why, in words. */
  readonly failures: readonly string[];
}

/** What the process of the honest people is asked. */
export type HonestCalls = {
  readonly live: {
    readonly ask: { readonly place: Place; readonly people: readonly Person[]; readonly seconds: number };
    readonly answer: Life;
  };
};

/** What an attack counted of its own doings and of the answers to them. */
export type Tally = Readonly<Record<string, number>>;

/** What the process of the attackers is asked. */
export type AttackerCalls = {
  readonly begin: {
    readonly ask: { readonly name: string; readonly place: Place; readonly people: readonly Person[] };
    readonly answer: null;
  };
  /** Ends what was begun. */
  readonly end: { readonly ask: null; readonly answer: Tally };
};
