/** Names that belong to the operator (RFC 2142): mail to them never reaches an alias. Lower case. */
const reservedNames: ReadonlySet<string> = new Set([
  'abuse',
  'admin',
  'administrator',
  'hostmaster',
  'postmaster',
  'webmaster',
]);

export const isReservedName = (alias: string): boolean => reservedNames.has(alias.toLowerCase());

export const reservedNameMessage = (alias: string): string =>
  `"${alias}" is a reserved alias name. Please choose a different name.`;
