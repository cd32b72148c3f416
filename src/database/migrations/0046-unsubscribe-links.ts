import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What the unsubscribe button of mail to an alias does, and what was paused and blocked by it. Whoever else switches an alias on or
 * off makes that theirs, under the release before as well.
 */
const statements = [
  `alter table aliases
    add column unsubscribe text not null default 'author' check (unsubscribe in ('author', 'pause', 'block')),
    add column paused_by_link boolean not null default false`,
  `alter table contacts add column blocked_by_link boolean not null default false`,
  `create function forget_link_pause() returns trigger language plpgsql as $$
  begin
    if new.active is distinct from old.active and new.paused_by_link = old.paused_by_link then
      new.paused_by_link := false;
    end if;
    return new;
  end $$`,
  `create trigger forget_link_pause before update of active on aliases
    for each row execute function forget_link_pause()`,
];

export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
