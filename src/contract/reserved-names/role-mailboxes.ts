/** Names whose mail goes to the operator on every domain (RFC 2142, RFC 5321 §4.5.1), tags and all. */
export const roleMailboxes: ReadonlySet<string> = new Set([
  'postmaster',
  'abuse',
  'admin',
  'administrator',
  'hostmaster',
  'webmaster',
]);
