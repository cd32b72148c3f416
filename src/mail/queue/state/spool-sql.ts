/** `ms` milliseconds from now on the database's clock. `ms` is SQL, such as `$3::float8`. */
export function fromNowSql(ms: string): string {
  return `now() + ${ms} * interval '1 millisecond'`;
}

/**
 * When to try again after `attempts` (≥ 1) attempts, the last of them now. All are SQL; `delaysMs` a float8[],
 * `jitter` a float8.
 */
export function nextAttemptSql(attempts: string, delaysMs: string, jitter: string): string {
  return fromNowSql(
    `(${delaysMs})[least(${attempts}, array_length(${delaysMs}, 1))] * (1 + ${jitter} * (2 * random() - 1))`,
  );
}

/** Octets of all mail that waits, headers and bodies, and of mail that is held. */
export const waitingBytesSql = `((select coalesce(sum(body_bytes), 0) from spool_messages) +
  (select coalesce(sum(octet_length(sealed)), 0) from spool_headers) +
  (select coalesce(sum(bytes), 0) from held_mail))`;

/**
 * Makes the commit of a statement wait for stable storage, whatever the database is set to. A main query, as PostgreSQL
 * need not run a `with` query that nobody reads.
 */
export const durably = `select set_config('synchronous_commit', 'on', true)`;
