/**
 * Names on shared domains whose mail is read by programs: what other mail servers report. Reserved, so that no alias has them;
 * domains of accounts name them at a shared one.
 */
export const reportMailboxes = { dmarc: 'dmarc-report', tls: 'tls-report' } as const;

/**
 * Names whose mail goes to the operator on shared domains (RFC 2142, RFC 5321 §4.5.1), tags and all. By these, authorities ask
 * who has a domain (CA/Browser Forum Baseline Requirements §3.2.2.4.4): on one of an account they are its owner's.
 */
export const roleMailboxes: ReadonlySet<string> = new Set([
  'postmaster',
  'abuse',
  'admin',
  'administrator',
  'hostmaster',
  'webmaster',
]);

/** Of those, the names by which others complain to whoever runs the server: with the operator wherever nobody else takes their mail. */
export const operatorMailboxes: ReadonlySet<string> = new Set(['postmaster', 'abuse']);
