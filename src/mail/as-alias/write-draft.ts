import { findContacts } from '#mail/recipient/find-contacts.ts';
import { findOwnAddresses } from '#mail/as-alias/find-own-addresses.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { readDraft } from '#mail/as-alias/read-draft.ts';
import {
  writeAsAlias,
  type WriteAsAliasInput,
  type WriteAsAliasOutcome,
  type WritingAlias,
} from '#mail/as-alias/write-as-alias.ts';

export interface DraftOrder extends Pick<WriteAsAliasInput, 'authorName' | 'otherRecipients'> {
  readonly alias: WritingAlias & { readonly userId: string };
  /** As the owner sent it. */
  readonly message: RawMessage;
}

/** Writes an owner's message as the alias, with what the database knows of both. @throws Error when it does not answer. */
export async function writeDraft(
  context: AsAliasContext,
  { alias, message, authorName, otherRecipients }: DraftOrder,
): Promise<WriteAsAliasOutcome> {
  const { clock, keys, random } = context;
  const draft = readDraft(message);
  const [named, ownAddresses] = await Promise.all([
    findContacts(context, draft.reverseTokens),
    findOwnAddresses(context, alias.userId),
  ]);
  const own = named.filter(({ aliasId }) => aliasId === alias.id);
  return writeAsAlias({
    draft,
    alias,
    authorName,
    ownAddresses,
    correspondents: new Map(own.map(({ token, correspondent }) => [token, correspondent])),
    otherRecipients,
    keys,
    random,
    now: new Date(clock.now()),
  });
}
