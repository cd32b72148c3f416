import type { ColumnType, Generated } from 'kysely';

type Told = 'live' | 'setting_up' | 'taken' | 'plan_limit' | 'refused';
/** How far a forwarding provider elsewhere knows of a row. */
export type ProviderState = ColumnType<Told, Told | undefined, Told>;

/**
 * The outbox: what a forwarding provider elsewhere must be asked to make equal to our rows: a domain, an alias or an SMTP credential,
 * by its address. A row lives until that is done, whatever becomes of the account.
 */
export interface ProviderChangesTable {
  kind: 'domain' | 'alias' | 'credential';
  /** `name@domain` in lower case; of a domain its name. */
  address: string;
  /** Rises with each change, so that one who settles an older one sees it. bigint as text. */
  revision: Generated<string>;
  /** What the provider has under this address was made by us, or may have been by a call that was never answered. */
  ours: ColumnType<boolean, boolean | undefined, boolean>;
  /** Of a credential that the provider does not have yet. */
  passwordSealed: Buffer | null;
  attempts: ColumnType<number, number | undefined, number>;
  nextAttemptAt: ColumnType<Date, Date | undefined, Date>;
  leaseId: string | null;
  leaseUntil: Date | null;
  createdAt: ColumnType<Date, Date | undefined, never>;
}
