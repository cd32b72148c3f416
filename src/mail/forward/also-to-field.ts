import { showMailbox } from '#mail/forward/show-mailbox.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import { formatPhrase, type Mailbox } from '#protocol/message/mailboxes.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/**
 * Whom To and Cc named and who has no reverse address: by name alone, in a field that no program answers to. An empty
 * group in Cc would be a recipient for some: bsd-mailx takes its words for names of users, mutt answers to `;;`.
 */
export function alsoToField(mailboxes: readonly Mailbox[]): HeaderField[] {
  if (mailboxes.length === 0) return [];
  return [makeField('X-Kauke-Also-To', mailboxes.map((mailbox) => formatPhrase(showMailbox(mailbox))).join(', '))];
}
