import type { MailSigner } from '#core/domains/domain-directory.ts';
import { sealArc, type SealArcInput } from '#protocol/arc/seal-arc.ts';
import { signDkim, type SigningPlace } from '#protocol/dkim/sign-dkim.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage, type HeaderField } from '#protocol/message/parse-message.ts';

interface UnsignedMail {
  /** The header without our signatures. */
  readonly fields: readonly HeaderField[];
  /** Of the whole body in relaxed form. */
  readonly bodyHash: Buffer;
  readonly now: Date;
  /** As in `signDkim`. */
  readonly ownFields?: readonly string[];
  /** As in `signDkim`. */
  readonly place?: SigningPlace;
  /** What an ARC set over it says; null: none. */
  readonly seal?: Pick<SealArcInput, 'authenticationResults' | 'arc'> | null;
}

/**
 * The header with our DKIM signatures on top, and an ARC set over that: the seal comes last (RFC 8617 §5.1). Without an
 * empty line at the end. @throws Error when the key cannot sign.
 */
export async function signMail(signer: MailSigner, { seal = null, ...mail }: UnsignedMail): Promise<Buffer> {
  const { name: domain, selector, key, ed25519 } = signer;
  const signing = { ...mail, domain, selector, key };
  const signatures = [signDkim(signing), ...(ed25519 ? [signDkim({ ...signing, ...ed25519 })] : [])];
  const signed = parseMessage(Buffer.concat(await Promise.all(signatures)));
  const fields = [...signed.fields, ...mail.fields];
  const header = joinHeader(fields);
  return seal === null ? header : Buffer.concat([await sealArc({ ...signing, ...seal, fields }), header]);
}
