import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { TargetKey } from '#core/targets/target-key.ts';
import { isOwnUnsubscribe } from '#core/unsubscribe/unsubscribe-token.ts';
import { encryptMail, type EncryptContext } from '#mail/encrypt/encrypt-mail.ts';
import type { Clock } from '#platform/clock.ts';
import { readSignatureTags } from '#protocol/dkim/parse-signature.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { fieldText, makeField } from '#protocol/message/header-fields.ts';
import { parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import { parseMessage, type HeaderField, type RawMessage } from '#protocol/message/parse-message.ts';
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

function findOne({ fields }: RawMessage, name: string): HeaderField | undefined {
  return fields.find(({ key }) => key === name);
}

/**
 * Any name has its signer: as whom we wrote this our own signature says, which stands on top. An author in sight (transparent mode)
 * stays so only inside, where nobody's signature is needed.
 * @throws Error when the alias's domain is gone.
 */
function signerOf({ domains }: Pick<EncryptWaitingContext, 'domains'>, message: RawMessage, alias: string) {
  const signature = findOne(message, 'dkim-signature');
  const tags = signature === undefined ? null : readSignatureTags(signature);
  const ours = domains.signer(tags?.get('d') ?? splitAddress(alias).domain);
  const author = domains.signer(domainOf(findOne(message, 'from')));
  if (author !== null && author.name === ours?.name) return { signer: author, outerFrom: undefined };
  const signer = domains.signer(splitAddress(alias).domain);
  if (signer === null) throw new Error('a domain was removed while its mail waited');
  return { signer, outerFrom: makeField('From', alias) };
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
  const { clock } = context;
  const { signer, outerFrom } = signerOf(context, message, alias);
  const parts = { keys: context.keys, publicUrl: context.settings.publicUrl, nowMs: clock.now() };
  const button = findOne(message, 'list-unsubscribe');
  const showsUnsubscribe = button !== undefined && isOwnUnsubscribe(parts, fieldText(button));
  const { fields, body } = message;
  const mail = { fields, body, signer, now: new Date(clock.now()), outerFrom, showsUnsubscribe };
  const encrypted = await encryptMail(context, key, mail);
  return encrypted === null ? null : [encrypted.header, encrypted.body];
}
