import { findField } from '#protocol/message/header-fields.ts';
import { parseParameters } from '#protocol/message/parameters.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { parseParts } from '#protocol/message/parse-parts.ts';

const sealedKinds: ReadonlySet<string> = new Set(['enveloped-data', 'authenveloped-data']);
const armourHead = '-----BEGIN PGP MESSAGE-----';

/** EnvelopedData and AuthEnvelopedData (RFC 5652 §6.1, RFC 5083). */
const envelopes = [Buffer.from('06092a864886f70d010703', 'hex'), Buffer.from('060b2a864886f70d0109100117', 'hex')];

/** A ContentInfo (RFC 5652 §3) in base64 or in octets: a sequence, and at once what it holds. */
function beginsAsEnvelope({ fields, body }: RawMessage): boolean {
  const encoding = (findField(fields, 'content-transfer-encoding') ?? '').trim().toLowerCase();
  const octets = encoding === 'base64' ? Buffer.from(body.toString('latin1', 0, 200), 'base64') : body.subarray(0, 40);
  const start = octets.subarray(0, 24);
  return start[0] === 0x30 && envelopes.some((envelope) => start.includes(envelope));
}

/** RFC 3156 §4: a version and an armoured message, and no more. */
function isPgpMime(message: RawMessage): boolean {
  const [version, sealed, ...more] = parseParts(message).root.children;
  if (version?.type !== 'application/pgp-encrypted' || sealed?.type !== 'application/octet-stream') return false;
  const start = sealed.content.toString('latin1', 0, 200).trimStart();
  return more.length === 0 && version.content.length <= 100 && start.startsWith(armourHead);
}

/**
 * Whether the whole of a message came encrypted: PGP/MIME (RFC 3156 §4) or an S/MIME envelope (RFC 8551 §3.3, §3.4). What only says so
 * in its header is read as what it is.
 */
export function isEncrypted(message: RawMessage): boolean {
  const { value, parameters } = parseParameters(findField(message.fields, 'content-type') ?? '');
  if (value === 'multipart/encrypted') return isPgpMime(message);
  if (value !== 'application/pkcs7-mime' && value !== 'application/x-pkcs7-mime') return false;
  return sealedKinds.has((parameters.get('smime-type') ?? '').toLowerCase()) && beginsAsEnvelope(message);
}
