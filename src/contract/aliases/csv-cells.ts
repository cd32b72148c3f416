import { type OwnFields, ownNames } from '#contract/aliases/own-fields.ts';
import { snakeCase } from '#contract/letter-case.ts';

/** How a cell begins that a spreadsheet would take for a formula (OWASP, CSV injection), full-width signs included. */
const formula = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/u;

/** A cell that a spreadsheet shows as the text it is: an apostrophe stands before what it would calculate. */
export function defuseCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text that `defuseCell` was given. */
export function readDefusedCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

/**
 * The six after `created_at` stand empty for an alias without labels, end and rules, whose replies are not copied, as does `settings` where
 * none differs from those of a new one; all others for all aliases. In the row of the account `labels` are those that no
 * alias has.
 */
const columns = [
  'alias',
  'domain',
  'forward_to',
  'notes',
  'active',
  'created_at',
  'labels',
  'expires_at',
  'messages_left',
  'idle_days',
  'sender_rules',
  'copy_replies',
  'catch_all',
  'domain_rules',
  'hold_days',
  'settings',
  'encryption_key',
  'key_fingerprint',
  'hide_subject',
  'held_digest',
  'count_mail',
  'choices',
] as const;

/** What owners say of an alias that has no place there follows. */
export const csvColumns: readonly string[] = [...new Set([...columns, ...ownNames.map(snakeCase)])];

/** What the owner of an alias says of it, by columns. */
function writeOwnCells(fields: OwnFields): Record<string, string> {
  const cells = ownNames.map((name) => [snakeCase(name), fields[name] === true ? 'true' : fields[name] || '']);
  return Object.fromEntries(cells) as Record<string, string>;
}

/** What a file says of an alias, of all that its owner sees. */
interface FileAlias extends OwnFields {
  readonly alias: string;
  readonly domain: string;
  readonly targets: readonly { readonly value: string }[];
  readonly active: boolean;
  readonly createdAt: string;
  readonly labels: readonly string[];
  readonly expiresAt: string | null;
  readonly messagesLeft: number | null;
  readonly idleDays: number | null;
}

/** The cells of an alias that its view holds, by columns. */
export function writeAliasCells(alias: FileAlias): Record<string, string> {
  return {
    ...writeOwnCells(alias),
    alias: alias.alias,
    domain: alias.domain,
    forward_to: alias.targets.map(({ value }) => value).join(', '),
    active: String(alias.active),
    created_at: alias.createdAt,
    labels: alias.labels.join(', '),
    expires_at: alias.expiresAt ?? '',
    messages_left: String(alias.messagesLeft ?? ''),
    idle_days: String(alias.idleDays ?? ''),
  };
}
