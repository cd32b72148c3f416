import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const mailedKinds = `'confirm_target', 'reset_password', 'turn_second_factor_off', 'keep_second_factor', 'lock_account'`;

/** The tables before: which kinds theirs were, and their columns, with the present name behind a colon where it is another. */
const former = [
  {
    name: 'one_time_links',
    kinds: mailedKinds,
    columns: `token_hash purpose:kind user_id target_id expires_at used_at created_at works_at code_hash:proof_hash`,
  },
  {
    name: 'invitations',
    kinds: `'invitation'`,
    columns: `id token_hash uses_left makes_operator expires_at created_at`,
  },
  {
    name: 'domain_invitations',
    kinds: `'domain_invitation'`,
    columns: `id token_hash domain_id role label_sealed:sealed expires_at created_at`,
  },
  {
    name: 'offers',
    kinds: `'offer'`,
    columns: `token_hash user_id alias_id domain_id with_aliases expires_at created_at`,
  },
  {
    name: 'pairings',
    kinds: `'pairing'`,
    columns: `code_hash:token_hash user_id challenge:proof_hash device_sealed:sealed expires_at`,
  },
  { name: 'alias_traces', kinds: `'trace'`, columns: `alias_id code_hash:token_hash ends_at:expires_at` },
];

const table = [
  `create table secret_links (
    token_hash bytea primary key,
    kind text not null check (kind in (${[mailedKinds, ...former.slice(1).map(({ kinds }) => kinds)].join(', ')})),
    id uuid not null default gen_random_uuid(),
    user_id uuid references users on delete cascade,
    target_id uuid references targets on delete cascade,
    alias_id uuid references aliases on delete cascade,
    domain_id uuid references domains on delete cascade,
    created_at timestamptz not null default now(),
    works_at timestamptz,
    expires_at timestamptz not null,
    used_at timestamptz,
    uses_left integer check (uses_left >= 0),
    proof_hash bytea,
    sealed bytea,
    role text check (role in ('admin', 'maker')),
    with_aliases boolean not null default false,
    makes_operator boolean not null default false,
    unique (kind, alias_id),
    check (user_id is not null or kind in ('invitation', 'domain_invitation', 'trace')),
    check (kind <> 'invitation' or uses_left is not null),
    check (kind <> 'domain_invitation' or num_nonnulls(domain_id, role, sealed) = 3),
    check (kind <> 'offer' or num_nonnulls(alias_id, domain_id) = 1),
    check (kind <> 'pairing' or num_nonnulls(proof_hash, sealed) = 2),
    check (kind <> 'trace' or alias_id is not null))`,
  `create index secret_links_user on secret_links (user_id) where user_id is not null`,
  `create index secret_links_target on secret_links (target_id) where target_id is not null`,
  `create index secret_links_alias on secret_links (alias_id) where alias_id is not null`,
  `create index secret_links_domain on secret_links (domain_id) where domain_id is not null`,
  `create unique index secret_links_offered_domain on secret_links (domain_id) where kind = 'offer'`,
];

/** In the view of a single kind each row is of it by default: the release before knows of none. */
function replace({ name, kinds, columns }: (typeof former)[number]): string[] {
  const pairs = columns.split(' ').map((column) => column.split(':'));
  const before = pairs.map(([one = '']) => one);
  const now = pairs.map(([one = '', renamed = one]) => renamed);
  const shown = before.map((column, index) => `${now[index]} as ${column}`);
  const kind = now.includes('kind') ? null : 'kind';
  return [
    `insert into secret_links (${[...now, ...(kind === null ? [] : [kind])].join(', ')})
      select ${[...before, ...(kind === null ? [] : [kinds])].join(', ')} from ${name}`,
    ...(name === 'alias_traces' ? [`alter table trace_lines drop constraint trace_lines_alias_id_fkey`] : []),
    `drop table ${name}`,
    `create view ${name} as select ${[...shown, ...(kind === null ? [] : ['kind as link_kind'])].join(', ')}
      from secret_links where kind in (${kinds})`,
    ...(kind === null ? [] : [`alter view ${name} alter column link_kind set default ${kinds}`]),
  ];
}

const traceLines = [
  `alter table trace_lines add column kind text not null default 'trace' check (kind = 'trace')`,
  `alter table trace_lines add foreign key (kind, alias_id) references secret_links (kind, alias_id) on delete cascade`,
];

/**
 * One table of all secret links in the place of six, which stay as views of it: nodes of the release before read and write
 * through those. The release after this one drops them.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...table, ...former.flatMap(replace), ...traceLines]) await sql.raw(statement).execute(db);
  },
};
