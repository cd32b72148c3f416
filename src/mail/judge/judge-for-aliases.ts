import { type FoundRule, findSenderRule } from '#core/sender-rules/find-sender-rule.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import { type AliasDisposition, type AppliedRule, judgeForAlias } from '#mail/judge/judge-for-alias.ts';
import { findProvenList, type ProvenList } from '#mail/judge/judge-message.ts';
import type { RefusalReason, VerifiedMessage } from '#mail/judge/verify-received.ts';
import { reverseToken } from '#mail/recipient/address-forms.ts';
import type { ContactStore } from '#mail/recipient/contact-store.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** What it takes to look up owners' rules. */
export interface RuleContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly contacts: Pick<ContactStore, 'isBlocked'>;
}

/** What is known of a message before its recipients are asked. */
export interface Judged {
  readonly verified: VerifiedMessage;
  /** Null: it passed. */
  readonly refusal: { readonly reply: SmtpReply; readonly reason: RefusalReason } | null;
}

export interface JudgedAlias {
  readonly alias: AliasRecipient;
  readonly fate: AliasDisposition;
}

/** A correspondent that an owner blocked at an alias: the most exact rule that there is. */
const blockedContact: AppliedRule = { action: 'block', evenIfRejected: false, list: null };

/**
 * What becomes of a message for each of its aliases. The database is asked about those only whose owners have rules or
 * have blocked somebody. @throws Error when it does not answer.
 */
export async function judgeForAliases(
  context: RuleContext,
  { verified, refusal }: Judged,
  aliases: readonly AliasRecipient[],
): Promise<JudgedAlias[]> {
  const list = aliases.some(({ hasRules }) => hasRules)
    ? await findProvenList(verified.message, verified.authentication)
    : null;
  return Promise.all(
    aliases.map(async (alias) => {
      const rule = await findRule(context, verified, alias, list);
      const { paused, holdDays } = alias;
      const { unverified, spam } = verified;
      const question = { paused, refusal, rule, spam, fromProven: !unverified, holds: (holdDays ?? 0) > 0 };
      return { alias, fate: judgeForAlias(question) };
    }),
  );
}

async function findRule(
  context: RuleContext,
  { author }: VerifiedMessage,
  { aliasId, userId, address: aliasAddress, blocksContacts, hasRules }: AliasRecipient,
  list: ProvenList | null,
): Promise<AppliedRule | null> {
  if (blocksContacts) {
    const token = reverseToken(context.keys, { userId, aliasAddress, correspondent: author.address });
    if (await context.contacts.isBlocked(aliasId, token)) return blockedContact;
  }
  if (!hasRules) return null;
  const address = normalizeAddress(author.address);
  const lists = (list?.names ?? []).map((name) => `list:${name}`);
  const matches = [address, `@${splitAddress(address).domain}`, ...lists];
  const rule = await findSenderRule(context, { userId, aliasId }, matches);
  return rule === null ? null : { ...rule, list: isOfList(rule) ? (list?.domain ?? null) : null };
}

function isOfList({ match }: FoundRule): boolean {
  return match.startsWith('list:');
}
