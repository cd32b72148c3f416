import type { Language } from '#contract/account/languages.ts';
import type { User } from '#contract/sign-in.ts';
import type { GoogleProvider } from '#core/sign-in/google-provider.ts';
import type { PasswordHasher } from '#core/sign-in/password-hasher.ts';
import type { AccountPace } from '#core/registration/account-pace.ts';
import type { Correspondents } from '#core/contacts/correspondents.ts';
import type { HeldMail } from '#core/held/held-mail.ts';
import type { OtherServices } from '#core/moving-in/moving-context.ts';
import type { TestPost } from '#core/test-post.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';

export interface AccountContext extends OwnDomainContext {
  readonly passwords: PasswordHasher;
  readonly newAccounts: AccountPace;
  readonly correspondents: Correspondents;
  readonly held: HeldMail;
  readonly services: OtherServices;
  readonly testPost: TestPost;
  /** Null: Google sign-in is not set up. */
  readonly google: GoogleProvider | null;
}

/** IP, session cookie and device of an unauthenticated request. */
export interface RequestOrigin {
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
  /** The session cookie that came along, valid or not. */
  readonly sessionToken: string | null;
  /** What it runs on, in words for its owner: "Firefox on Linux". */
  readonly device: string;
  /** The cookie by which a browser is known again; left out: it keeps none. */
  readonly deviceToken?: string;
  /** No page asks: whoever does may have nowhere to open a link. */
  readonly byApp?: boolean;
  /** What its browser reads; null or left out: nobody knows. */
  readonly language?: Language | null;
}

export interface SignedIn {
  readonly user: User;
  /** For the session cookie. */
  readonly token: string;
}
