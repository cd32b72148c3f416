import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { TargetKey } from '#core/targets/target-key.ts';
import { isOwnUnsubscribe } from '#core/unsubscribe/unsubscribe-token.ts';
import { encryptMail, type EncryptContext } from '#mail/encrypt/encrypt-mail.ts';
import type { Clock } from '#platform/clock.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { fieldText, makeField } from '#protocol/message/header-fields.ts';
import { parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import { parseMessage, type HeaderField } from '#protocol/message/parse-message.ts';
import { isEncrypted } from '#protocol/message/sealed-parts.ts';

export interface EncryptWaitingContext extends EncryptContext {
  readonly clock: Clock;
  readonly domains: Pick<DomainDirectory, 'signer'>;
  readonly keys: KeyRing;
  /** Of links in our mail. */
  readonly settings: { readonly publicUrl: string };
}

function domainOf(field: HeaderField | undefined): string {
  const mailbox = field === undefined ? null : parseSoleMailbox(fieldText(field));
  return mailbox === null ? '' : splitAddress(mailbox.address).domain.toLowerCase();
}

/**
 * Encrypts mail that was written before its inbox had a key, or for another inbox, at the moment in which it leaves. Null: the key
 * counts no more. `alias`: its address.
 * @throws Error when it could not be computed, or the alias's domain is gone.
 */
export async function encryptWaiting(
  context: EncryptWaitingContext,
  key: TargetKey,
  alias: string,
  content: readonly Buffer[],
): Promise<Buffer[] | null> {
  const message = parseMessage(Buffer.concat(content));
  if (isEncrypted(message)) return [...content];
  const { clock, domains } = context;
  const from = message.fields.find((field) => field.key === 'from');
  const ours = domains.signer(domainOf(from));
  const signer = ours ?? domains.signer(splitAddress(alias).domain);
  if (signer === null) throw new Error('a domain was removed while its mail waited');
  // Its author stays in sight (transparent mode): only inside, where nobody's signature is needed.
  const fields =
    ours === null ? message.fields.map((one) => (one === from ? makeField('From', alias) : one)) : message.fields;
  const parts = { keys: context.keys, publicUrl: context.settings.publicUrl, nowMs: clock.now() };
  const button = message.fields.find(({ key: name }) => name === 'list-unsubscribe');
  const showsUnsubscribe = button !== undefined && isOwnUnsubscribe(parts, fieldText(button));
  const mail = { fields, body: message.body, signer, now: new Date(clock.now()), showsUnsubscribe };
  const encrypted = await encryptMail(context, key, mail);
  return encrypted === null ? null : [encrypted.header, encrypted.body];
}
