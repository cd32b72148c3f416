import type { ColumnType } from 'kysely';
import type { ReportTables } from '#database/domains/report-tables.ts';

type CreatedAt = ColumnType<Date, Date | undefined, never>;

/** `shared`: offered to all by the operator. `own`: brought by an account. `sub`: a name below a shared one, given to an account. */
export type DomainKind = 'shared' | 'own' | 'sub';
/** Only `verified` and `failing` take mail. Names are unique among these two. */
export type DomainState = 'unverified' | 'verified' | 'failing' | 'lost';
/** Admins manage a domain, makers make aliases on it. */
export type DomainRole = 'admin' | 'maker';
export type CatchAll = 'off' | 'all' | 'rules';

export interface DomainsTable {
  id: string;
  /** Lower-case A-label. */
  name: string;
  kind: ColumnType<DomainKind, DomainKind | undefined, never>;
  state: ColumnType<DomainState, DomainState | undefined, DomainState>;
  /** The account whose proof it is; null: the operator's, or its account is gone. */
  ownerId: string | null;
  /** Of a shared domain, like the next. */
  position: number | null;
  dkimSelector: string | null;
  /** PKCS#8 PEM, sealed. */
  dkimKeySealed: Buffer | null;
  /** The same, behind the other selector. */
  dkimSpareKeySealed: Buffer | null;
  /** Null: it comes next. Else it is the last one, needed until then. */
  dkimSpareUntil: Date | null;
  retiredAt: Date | null;
  /** When a forwarding provider elsewhere was told of it. */
  providerReadyAt: Date | null;
  /** When what it has was last compared with the rows here. */
  providerComparedAt: Date | null;
  /** Its MX leads to this service, as last seen. */
  takesMail: ColumnType<boolean, boolean | undefined, boolean>;
  /** What the last checks saw, sealed JSON. */
  checksSealed: Buffer | null;
  checkedAt: Date | null;
  /** Null: nobody looks again. */
  nextCheckAt: Date | null;
  /** Since when its DNS says, without doubt, that it is not its owner's. */
  contradictedSince: Date | null;
  /** When it came to its state. */
  changedAt: Date | null;
  /** It passed to its account, whose own proof need not stand in DNS before. */
  proofDueAt: Date | null;
  /** Apps offer made-up endings behind names of one's own on it. */
  randomEndings: ColumnType<boolean, boolean | undefined, boolean>;
  /** What mail to a name that is no alias does. */
  catchAll: ColumnType<CatchAll, CatchAll | undefined, CatchAll>;
  /** Another one with each change of its rules. */
  rulesRevision: ColumnType<number, number | undefined, number>;
  /** Of an account: the name beside the addresses of its owner's aliases on it in what they send. */
  fromNameSealed: Buffer | null;
  /** What its owner notes about it. */
  descriptionSealed: Buffer | null;
  /** False: all of its aliases are paused. */
  enabled: ColumnType<boolean, boolean | undefined, boolean>;
  createdAt: CreatedAt;
}

/** Who may use a domain that is not shared. Admins manage it, makers make aliases. */
export interface DomainMembersTable {
  domainId: string;
  userId: string;
  role: DomainRole;
  /** Names the member to admins. */
  id: ColumnType<string, string | undefined, never>;
  /** Who it is, as whoever invited them wrote. */
  labelSealed: Buffer | null;
  createdAt: CreatedAt;
}

/** Links that make an account a member, once. */
/** Where aliases of a domain forward to that name no target: inboxes and webhooks of its owner. */
export interface DomainTargetsTable {
  domainId: string;
  targetId: string;
  position: number;
}

/** A rule about names that are no alias; the first that takes a name decides. */
export interface DomainRulesTable {
  id: string;
  domainId: string;
  position: number;
  /** Pattern, kind, action and labels as JSON, sealed. */
  sealed: Buffer;
}

/** Where the aliases forward to that a rule makes; none: where those of the domain do. */
export interface DomainRuleTargetsTable {
  ruleId: string;
  targetId: string;
  position: number;
}

export interface DomainTables extends ReportTables {
  domains: DomainsTable;
  domainMembers: DomainMembersTable;
  domainTargets: DomainTargetsTable;
  domainRules: DomainRulesTable;
  domainRuleTargets: DomainRuleTargetsTable;
}
