import type { MailSigner } from '#core/domains/domain-directory.ts';
import type { TargetKey } from '#core/targets/target-key.ts';
import type { Encryptor } from '#mail/encrypt/encryptor.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import type { Random } from '#platform/random.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import type { SigningPlace } from '#protocol/dkim/sign-dkim.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import { protectHeader } from '#protocol/message/protect-header.ts';
import { composePgpMime } from '#protocol/openpgp/pgp-mime.ts';
import { composeSmime } from '#protocol/smime/smime-mail.ts';

/** What mail written for an inbox is encrypted with. */
export interface EncryptContext {
  readonly random: Random;
  readonly encryptor: Encryptor;
}

/** Mail as an inbox without a key would get it. */
export interface PlainMail {
  /** With our trace on top; our signatures are left out. */
  readonly fields: readonly HeaderField[];
  readonly body: Buffer;
  readonly signer: MailSigner;
  readonly now: Date;
  readonly place?: SigningPlace;
  /** What is shown outside in the place of its From. */
  readonly outerFrom?: HeaderField | undefined;
  /** Its unsubscribe button is ours: a sealed link, the same for whatever mail, which programs look for outside alone. */
  readonly showsUnsubscribe?: boolean;
}

/** The same as it leaves: a signed header block with its empty line, and the body. */
export interface EncryptedMail {
  readonly header: Buffer;
  readonly body: Buffer;
}

/** What servers on the way note, we among them. */
const traceKeys: ReadonlySet<string> = new Set([
  'authentication-results',
  'x-spam-flag',
  'x-kauke-held',
  'x-kauke-copy',
  'x-kauke-loop',
  'x-kauke-return-path',
]);
const signedTraceKeys = ['x-kauke-loop', 'x-kauke-return-path'];
/** Signatures of what was not encrypted yet. */
const droppedKeys: ReadonlySet<string> = new Set([
  'dkim-signature',
  'arc-seal',
  'arc-message-signature',
  'arc-authentication-results',
]);
/** The allow-list: what a mail program needs to sort a message before it opens it. */
const outerKeys: ReadonlySet<string> = new Set([
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'auto-submitted',
]);
const outerKeysWithUnsubscribe: ReadonlySet<string> = new Set([
  ...outerKeys,
  'list-unsubscribe',
  'list-unsubscribe-post',
]);

/** Only the topmost Received are ours, above our mark: the others tell where a message came from. */
function splitTrace(fields: readonly HeaderField[]) {
  const marked = fields.slice(
    0,
    Math.max(
      0,
      fields.findIndex(({ key }) => key === 'x-kauke-loop'),
    ),
  );
  const own = new Set(marked.filter(({ key }) => key === 'received'));
  const isTrace = (field: HeaderField): boolean => traceKeys.has(field.key) || own.has(field);
  return {
    trace: fields.filter(isTrace),
    rest: fields.filter((field) => !isTrace(field) && !droppedKeys.has(field.key)),
  };
}

/**
 * Encrypts mail to the key of an inbox, with its header (RFC 9788), and signs what everybody may see of it. Null: the key counts no
 * more, and nothing may leave.
 * @throws Error when it could not be computed.
 */
export async function encryptMail(
  { random, encryptor }: EncryptContext,
  key: TargetKey,
  { fields, body, signer, now, place, outerFrom, showsUnsubscribe = false }: PlainMail,
): Promise<EncryptedMail | null> {
  const { trace, rest } = splitTrace(fields);
  const shown = showsUnsubscribe ? outerKeysWithUnsubscribe : outerKeys;
  const { outer, payload } = protectHeader({
    fields: rest,
    body,
    outerKeys: shown,
    hideSubject: key.hideSubject,
    outerFrom,
  });
  const sealed = await encryptor.encrypt(key, payload);
  if (sealed === null) return null;
  const boundary = `=_${random.bytes(18).toString('base64url')}`;
  const content = key.kind === 'openpgp' ? composePgpMime(sealed, boundary) : composeSmime(sealed);
  const bodyHash = createBodyHashes(content.body).sha256('relaxed');
  const whole = [...trace, ...outer, ...content.fields];
  const signed = await signMail(signer, {
    fields: whole,
    bodyHash,
    now,
    ownFields: signedTraceKeys,
    ...(place !== undefined && { place }),
  });
  return { header: Buffer.concat([signed, Buffer.from('\r\n')]), body: content.body };
}
