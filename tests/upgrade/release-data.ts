import type { Alias } from '#contract/aliases.ts';

/** What a dump of a release holds, as that release said it. All keys, passwords and people in it are made up. */
export interface ReleaseData {
  /** Of package.json, for people. */
  readonly version: string;
  /** SECRET_KEY, in base64. */
  readonly secretKey: string;
  /** When the dump was made. */
  readonly madeAt: string;
  /** Somebody who signs in by password. */
  readonly ann: {
    readonly email: string;
    readonly password: string;
    /** `name=value` of a session that is signed in. */
    readonly cookie: string;
    readonly apiKey: string;
    readonly aliases: readonly Alias[];
    /** Of her webhook. */
    readonly webhook: { readonly targetId: string; readonly secret: string };
    readonly credential: { readonly username: string; readonly password: string };
  };
  /** Somebody whose password alone does not do. */
  readonly tom: {
    readonly email: string;
    readonly password: string;
    /** Base32, as an authenticator app has it. */
    readonly secondFactor: string;
    readonly recoveryCode: string;
  };
  /** Somebody with a wallet: its private key as PKCS #8 in base64. */
  readonly wallet: { readonly privateKey: string; readonly aliases: readonly Alias[] };
  readonly mail: {
    /** Forwards to this inbox, which is confirmed. */
    readonly live: { readonly alias: string; readonly inbox: string };
    readonly paused: string;
    /** No inbox of it is confirmed yet. */
    readonly unconfirmed: string;
    /** Lives on a domain that gives no new aliases. */
    readonly retired: { readonly alias: string; readonly inbox: string };
    /** Was deleted. */
    readonly deleted: string;
    /** Wrote to the live alias; the address by which its owner answers. */
    readonly correspondent: { readonly address: string; readonly reverseAddress: string };
    /** Wrote to the live alias and is blocked there. */
    readonly blocked: string;
    /** Waits to be delivered. */
    readonly waiting: { readonly inbox: string; readonly subject: string };
    /** Wants no mail from us. */
    readonly stopped: string;
  };
}
