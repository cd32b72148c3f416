/**
 * Names on shared domains whose mail is read by programs: what other mail servers report. Reserved, so that no alias has them;
 * domains of accounts name them at a shared one.
 */
export const reportMailboxes = { dmarc: 'dmarc-report', tls: 'tls-report' } as const;

/** Names whose mail goes to the operator (RFC 2142, RFC 5321 §4.5.1), tags and all, unless an alias on a domain of an account has one. */
export const roleMailboxes: ReadonlySet<string> = new Set([
  'postmaster',
  'abuse',
  'admin',
  'administrator',
  'hostmaster',
  'webmaster',
]);
