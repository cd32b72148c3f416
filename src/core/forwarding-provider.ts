import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { providerFaults } from '#messages/faults.ts';
import type { ProviderName, ProviderState } from '#contract/provider.ts';
import type { Db } from '#database/database.ts';
import type { CatchAll } from '#database/domains/domain-tables.ts';

/** Which aliases a change is about. */
export type AliasScope =
  /** One alias, if it is this account's. */
  | { readonly aliasId: string; readonly userId: string }
  /** Those among them that are this account's. */
  | { readonly aliasIds: readonly string[]; readonly userId: string }
  | { readonly userId: string }
  /** Those that forward to a target. */
  | { readonly targetId: string }
  /** Those that forward to an address, of all accounts. */
  | { readonly valueHash: Buffer };

/** Aliases of an account: of one alone, its address may change as well. */
export function scopeOf(userId: string, ids: readonly string[]): AliasScope {
  const [aliasId] = ids;
  return aliasId !== undefined && ids.length === 1 ? { aliasId, userId } : { aliasIds: ids, userId };
}

/** The provider's own opinion of a domain. */
export interface DomainCheck {
  readonly ready: boolean;
  /** What is wrong, in plain words; empty for a domain that is ready. */
  readonly faults: readonly string[];
}

export interface ProviderDns {
  readonly hosts: readonly [string, ...string[]];
  /** Whose SPF record is included. */
  readonly senders: string;
  /** Selectors of its DKIM keys, and where they lead. */
  readonly keys: readonly { readonly selector: string; readonly target: string }[];
}

/**
 * A database whose changes of aliases, of their links to targets and of SMTP credentials the provider hears of. Only
 * `changeAliases` and `changeCredentials` give it, so what writes such rows and asks for it cannot be called without.
 */
export type NotedDb = Db & { readonly [noted]: true };
declare const noted: unique symbol;

/**
 * Who forwards the mail of aliases, behind an outbox. The rules never tell it what to do: every change is written
 * through `changeAliases` or `changeCredentials`, which puts into the outbox, in the same transaction, what the change is
 * about. Afterwards the provider makes its side equal to the rows, at once or later. So it is all one to it whether an
 * alias was made, changed, paused, resumed or deleted, how often, and what failed on the way.
 */
export interface ForwardingProvider {
  readonly name: ProviderName;
  /**
   * Makes, changes or removes aliases, or what is true of their targets, with the entry in the outbox: in the caller's
   * transaction, or in one of its own where one is needed. The aliases are locked first, `write` touches targets: the
   * order of locks is accounts, aliases, targets.
   */
  changeAliases<Result>(db: Db, scope: AliasScope, write: (db: NotedDb) => Promise<Result>): Promise<Result>;
  /**
   * The same for SMTP credentials. `password`: of the one that `write` makes or changes, told when its row is written.
   * @throws AppError target_unconfirmed when the provider lets nobody send as an alias without confirmed target.
   */
  changeCredentials<Result>(
    db: Db,
    scope: AliasScope,
    write: (db: NotedDb) => Promise<Result>,
    password?: string,
  ): Promise<Result>;
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
  /** Whether it can do what catch-all says. @throws AppError provider_refused, in words for the owner of the domain. */
  checkCatchAll(catchAll: CatchAll): Promise<void>;
  /** Notes that catch-all of a domain, or where that goes, was changed, in the caller's transaction. */
  noteDomain(db: Db, domainId: string): Promise<void>;
  /** What the DNS of a domain must name so that mail comes to it; null: what is ours. */
  readonly dns: ProviderDns | null;
}

/** What the owner of an alias or a credential is told about a state that is no good; null for a good one. */
export function findStateFault(state: ProviderState): AppError | null {
  if (state === 'live' || state === 'setting_up' || state === 'absent') return null;
  return new AppError(state === 'taken' ? 'alias_unavailable' : 'provider_refused', { message: providerFaults[state] });
}

/**
 * This program forwards by itself. Its mail engine reads the very rows that the rules write, so that every change is in
 * force with its transaction and there is nothing to note and nobody to tell.
 */
export function createBuiltinProvider(): ForwardingProvider {
  return {
    name: 'builtin',
    changeAliases: (db, _scope, write) => write(db as NotedDb),
    changeCredentials: (db, _scope, write) => write(db as NotedDb),
    pushAlias: (alias) => Promise.resolve(alias),
    pushCredential: () => Promise.resolve('live'),
    checkFree: async () => {},
    // Its records are looked at by the doctor, which needs no provider for it.
    checkDomain: () => Promise.resolve({ ready: true, faults: [] }),
    checkCatchAll: async () => {},
    noteDomain: async () => {},
    dns: null,
  };
}
