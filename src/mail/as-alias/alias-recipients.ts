import type { AddressReplacer } from '#mail/as-alias/address-replacer.ts';
import { cleanName, showSender } from '#mail/forward/show-mailbox.ts';
import { isOfAlias, parseRecipient } from '#mail/recipient/address-forms.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import { formatMailbox, type Mailbox, parseMailboxes } from '#protocol/message/mailboxes.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

export interface RecipientRules {
  /** `name@domain` in lower case. */
  readonly alias: string;
  /** By token of their reverse address, or by send address. */
  readonly correspondents: ReadonlyMap<string, string>;
  /** The owner's own addresses, normalised: dropped, as the alias itself is. */
  readonly hidden: ReadonlySet<string>;
  readonly replacer: AddressReplacer;
}

export interface AliasRecipients {
  /** To and Cc as the other side sees them. */
  readonly fields: readonly HeaderField[];
  /** Addresses that are neither reverse or send addresses of the alias nor the owner's; they stand in the fields. */
  readonly others: readonly string[];
}

/**
 * The name of a correspondent without what we put around it on the way to the owner: `[unverified] Bob (bob at
 * example.com)` and `Bob - bob(a)example.com` are `Bob` again, `via example.com` nobody's. What the owner's address book says in its place stays.
 */
function restoreName(name: string | null, correspondent: string): string | null {
  const [at, bracket] = (['at', 'bracket'] as const).map((form) =>
    showSender({ name: null, address: correspondent }, form),
  );
  const bare = (name ?? '').replace(/^\[unverified\] */i, '').trim();
  if (bare === at || bare === bracket || /^via [a-z0-9-]+\.[a-z0-9.-]+$/.test(bare)) return null;
  const added = [`(${at ?? ''})`, `- ${bracket ?? ''}`].find((ending) => bare.endsWith(ending)) ?? '';
  return cleanName(bare.slice(0, bare.length - added.length));
}

/** One mailbox as the other side sees it; null: it is the owner's own. */
function turnMailbox(
  { name, address }: Mailbox,
  { alias, correspondents, hidden, replacer }: RecipientRules,
): { mailbox: string; other: string | null } | null {
  const parsed = parseRecipient(address);
  const replaced = name === null ? null : replacer.replace(name, 'plain');
  const correspondent = correspondents.get(parsed.kind === 'reverse' ? parsed.token : normalizeAddress(address));
  if (hidden.has(normalizeAddress(correspondent ?? address))) return null;
  if (correspondent !== undefined) {
    return { mailbox: formatMailbox(restoreName(replaced, correspondent), correspondent), other: null };
  }
  // As nmh and others put it there, with a tag or in another spelling of the same mailbox.
  if (replacer.replace(address, 'plain') === alias || isOfAlias(address, alias)) return null;
  return { mailbox: formatMailbox(cleanName(replaced), address), other: address };
}

/** Turns To and Cc for the other side; each field once, whatever number of them the message has. */
export function rewriteRecipients({ fields }: RawMessage, rules: RecipientRules): AliasRecipients {
  const others: string[] = [];
  const turned = ['To', 'Cc'].flatMap((fieldName) => {
    const mailboxes = fields
      .filter(({ key }) => key === fieldName.toLowerCase())
      .flatMap((field) => parseMailboxes(fieldText(field)))
      .flatMap((mailbox) => turnMailbox(mailbox, rules) ?? []);
    others.push(...mailboxes.flatMap(({ other }) => other ?? []));
    return mailboxes.length === 0 ? [] : [makeField(fieldName, mailboxes.map(({ mailbox }) => mailbox).join(', '))];
  });
  return { fields: turned.length > 0 ? turned : [makeField('To', 'undisclosed-recipients:;')], others };
}
