import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { providerFaults } from '#messages/faults.ts';
import type { ProviderName, ProviderState } from '#contract/provider.ts';
import type { Db, Database } from '#database/database.ts';

/** Which aliases a change is about. */
export type AliasScope =
  /** One alias, if it is this account's. */
  | { readonly aliasId: string; readonly userId: string }
  | { readonly userId: string }
  /** Those that forward to a target. */
  | { readonly targetId: string }
  /** Those that forward to an address, of all accounts. */
  | { readonly valueHash: Buffer };

/** The provider's own opinion of a domain. */
export interface DomainCheck {
  readonly ready: boolean;
  /** What is wrong, in plain words; empty for a domain that is ready. */
  readonly faults: readonly string[];
}

/**
 * Who forwards the mail of aliases. The rules never tell it what to do: they note, in the transaction of a change, what
 * the change is about. Afterwards the provider makes its side equal to the rows, at once or later. So it is all one to
 * it whether an alias was made, changed, paused, resumed or deleted, how often, and what failed on the way.
 */
export interface ForwardingProvider {
  readonly name: ProviderName;
  /**
   * Notes that aliases were made or are about to change or go. Runs in the caller's transaction, before it touches
   * targets: the order of locks is accounts, aliases, targets.
   */
  noteAliases(db: Db, scope: AliasScope): Promise<void>;
  /** Does a change of one statement with its note, in one transaction where one is needed. */
  changeAliases<Result>(scope: AliasScope, change: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * The same for SMTP credentials. `password`: of a credential that was just made or changed.
   * @throws AppError target_unconfirmed when the provider lets nobody send as an alias without confirmed target.
   */
  noteCredentials(db: Db, scope: AliasScope, password?: string): Promise<void>;
  /** Tries to bring an alias into force now, for a few seconds at most. Returns it with what came of it. */
  pushAlias(alias: Alias): Promise<Alias>;
  /** The same for the credential of an alias. `address`: of the alias. */
  pushCredential(address: string): Promise<ProviderState>;
  /**
   * Whether an address can be taken there, as far as the provider answers.
   * @throws AppError alias_unavailable.
   */
  checkFree(address: string): Promise<void>;
  /** What the provider finds wrong with a domain of ours. @throws Error when it does not tell. */
  checkDomain(name: string): Promise<DomainCheck>;
}

/** What the owner of an alias or a credential is told about a state that is no good; null for a good one. */
export function findStateFault(state: ProviderState): AppError | null {
  if (state === 'live' || state === 'setting_up') return null;
  return new AppError(state === 'taken' ? 'alias_unavailable' : 'provider_refused', { message: providerFaults[state] });
}

/**
 * This program forwards by itself. Its mail engine reads the very rows that the rules write, so that every change is in
 * force with its transaction and there is nothing to note and nobody to tell.
 */
export function createBuiltinProvider({ db }: Pick<Database, 'db'>): ForwardingProvider {
  return {
    name: 'builtin',
    noteAliases: async () => {},
    changeAliases: (_scope, change) => change(db),
    noteCredentials: async () => {},
    pushAlias: (alias) => Promise.resolve(alias),
    pushCredential: () => Promise.resolve('live'),
    checkFree: async () => {},
    // Its records are looked at by the doctor, which needs no provider for it.
    checkDomain: () => Promise.resolve({ ready: true, faults: [] }),
  };
}
