import type { MailDomain } from '#core/domains/domain-directory.ts';
import { sealArc, type SealArcInput } from '#protocol/arc/seal-arc.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

interface UnsignedMail {
  /** Header block without its closing empty line. */
  readonly header: Buffer;
  /** Of the whole body in relaxed form. */
  readonly bodyHash: Buffer;
  readonly now: Date;
  /** As in `signDkim`. */
  readonly ownFields?: readonly string[];
  /** What an ARC set over it says; null: none. */
  readonly seal?: Pick<SealArcInput, 'authenticationResults' | 'arc'> | null;
}

/**
 * The header with our DKIM signatures on top, and an ARC set over that: the seal comes last (RFC 8617 §5.1). Without an
 * empty line at the end. @throws Error when the key cannot sign.
 */
export async function signMail(signer: MailDomain, { header, seal = null, ...mail }: UnsignedMail): Promise<Buffer> {
  const { name: domain, selector, key, ed25519 } = signer;
  const signing = { ...mail, domain, selector, key };
  const signatures = [
    signDkim({ ...signing, header }),
    ...(ed25519 ? [signDkim({ ...signing, ...ed25519, header })] : []),
  ];
  const signed = Buffer.concat([...(await Promise.all(signatures)), header]);
  if (seal === null) return signed;
  const { fields } = parseMessage(signed);
  return Buffer.concat([await sealArc({ ...signing, ...seal, fields }), signed]);
}
