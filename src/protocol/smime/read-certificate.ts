import { X509Certificate } from 'node:crypto';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';
import { der, readDer, tags, type DerValue } from '#protocol/x509/der.ts';

/** Octets of what is read. */
const maxBytes = 64 * 1024;

/** Why nothing can be encrypted to what was given. */
export type CertificateFault =
  | 'unreadable'
  | 'too_large'
  | 'private'
  | 'other_address'
  | 'not_yet'
  | 'expired'
  | 'sha1'
  | 'weak'
  | 'no_encryption';

/** A certificate that mail can be encrypted to. */
export interface MailCertificate {
  /** SHA-256 of it, in upper case, without colons. */
  readonly fingerprint: string;
  /** As people call it. */
  readonly algorithm: string;
  readonly expiresAt: Date;
  /** Nobody but itself vouches for it. */
  readonly selfSigned: boolean;
  /** DER. */
  readonly octets: Buffer;
}

export type ReadCertificate =
  | { readonly kind: 'key'; readonly key: MailCertificate }
  | { readonly kind: 'fault'; readonly fault: CertificateFault };

/** What a message to the owner of a certificate says about it. */
export interface CertificateParts {
  /** IssuerAndSerialNumber (RFC 5652 §10.2.4). */
  readonly recipientId: Buffer;
  readonly cipher: ContentCipher;
}

/** How content is encrypted (RFC 8551 §2.7). */
interface ContentCipher {
  readonly mode: 'gcm' | 'cbc';
  readonly bits: 128 | 256;
  /** DER, in hex. */
  readonly oid: string;
}

const aes256Gcm: ContentCipher = { mode: 'gcm', bits: 256, oid: '60864801650304012e' };
/** GCM first: what is encrypted by CBC can be changed on its way. */
const ciphers: readonly ContentCipher[] = [
  aes256Gcm,
  { mode: 'gcm', bits: 128, oid: '608648016503040106' },
  { mode: 'cbc', bits: 256, oid: '60864801650304012a' },
  { mode: 'cbc', bits: 128, oid: '608648016503040102' },
];

const oids = {
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  anyUsage: '551d2500',
  mailUsage: '2b06010505070304',
  subjectAltName: '551d11',
  mailAddress: '2a864886f70d010901',
  capabilities: '2a864886f70d01090f',
};
/** MD5 and SHA-1 with RSA, SHA-1 with ECDSA and DSA. */
const weakSignatures = new Set(['2a864886f70d010104', '2a864886f70d010105', '2a8648ce3d0401', '2a8648ce380403']);
const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };
const keyEnciphermentBit = 0x20;
const keyAgreementBit = 0x08;

function inside(value: DerValue | undefined): DerValue[] {
  return value === undefined ? [] : readDer(value.content);
}

function hexOf(value: DerValue | undefined): string {
  return value?.content.toString('hex') ?? '';
}

interface Fields {
  readonly serial: DerValue;
  readonly signature: string;
  readonly issuer: DerValue;
  readonly subject: DerValue;
  /** By object id. */
  readonly extensions: ReadonlyMap<string, Buffer>;
}

/** RFC 5280 §4.1. @throws RangeError where it is cut short. */
function readFields(raw: Buffer): Fields {
  const [body] = inside(readDer(raw)[0]);
  const fields = inside(body).filter(({ tag }) => tag !== tags.group0);
  const [serial, signature, issuer, , subject] = fields;
  if (serial === undefined || issuer === undefined || subject === undefined) throw new RangeError('no certificate');
  const [list] = inside(fields.find(({ tag }) => tag === tags.group3));
  const extensions = inside(list).map(inside);
  return {
    serial,
    signature: hexOf(inside(signature)[0]),
    issuer,
    subject,
    extensions: new Map(extensions.map((parts) => [hexOf(parts[0]), parts.at(-1)?.content ?? Buffer.alloc(0)])),
  };
}

function mailAddresses({ subject, extensions }: Fields): string[] {
  const alternative = inside(readDer(extensions.get(oids.subjectAltName) ?? Buffer.alloc(0))[0])
    .filter(({ tag }) => tag === tags.mailAddress)
    .map(({ content }) => content.toString('latin1'));
  const named = inside(subject)
    .flatMap(inside)
    .map(inside)
    .filter(([oid]) => hexOf(oid) === oids.mailAddress)
    .map(([, value]) => value?.content.toString('latin1') ?? '');
  return [...alternative, ...named];
}

function belongsTo(fields: Fields, address: string): boolean {
  const { local, domain } = splitAddress(normalizeAddress(address).toLowerCase());
  const wanted = new Set([`${local}@${domain}`, `${local.split('+', 1)[0] ?? ''}@${domain}`]);
  const named = mailAddresses(fields);
  return named.length === 0 || named.some((one) => wanted.has(normalizeAddress(one).toLowerCase()));
}

function mayEncrypt({ extensions }: Fields, keyType: string): boolean {
  const usage = readDer(extensions.get(oids.keyUsage) ?? Buffer.alloc(0))[0];
  const wanted = keyType === 'ec' ? keyAgreementBit : keyEnciphermentBit;
  if (usage !== undefined && ((usage.content[1] ?? 0) & wanted) === 0) return false;
  const extended = extensions.get(oids.extendedKeyUsage);
  if (extended === undefined) return true;
  return inside(readDer(extended)[0]).some((one) => [oids.anyUsage, oids.mailUsage].includes(hexOf(one)));
}

/** PEM, DER, or DER in base64. */
function parseCertificate(octets: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(octets);
  } catch {
    return null;
  }
}

/**
 * A private key in whatever form, locked by a password too (PKCS #8: an algorithm and octets), or a file that holds one beside its
 * certificate (PKCS #12: a version 3 comes first).
 */
function isPrivate(octets: Buffer): boolean {
  if (/PRIVATE KEY/.test(octets.toString('latin1'))) return true;
  try {
    const [first, second, ...others] = inside(readDer(octets)[0]);
    if (first?.tag === tags.integer) return second !== undefined;
    return first?.tag === tags.sequence && second?.tag === tags.octetString && others.length === 0;
  } catch {
    return false;
  }
}

/** What is wrong with the key itself. */
function findKeyFault({ publicKey }: X509Certificate, fields: Fields): CertificateFault | null {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === 'rsa' && (details?.modulusLength ?? 0) < 2048) return 'weak';
  const isKnown = type === 'rsa' || (type === 'ec' && (details?.namedCurve ?? '') in curves);
  return isKnown && mayEncrypt(fields, type) ? null : 'no_encryption';
}

function findFault(certificate: X509Certificate, address: string | null, now: Date): CertificateFault | null {
  const fields = readFields(certificate.raw);
  if (address !== null && !belongsTo(fields, address)) return 'other_address';
  if (certificate.validToDate <= now) return 'expired';
  if (certificate.validFromDate > now) return 'not_yet';
  return weakSignatures.has(fields.signature) ? 'sha1' : findKeyFault(certificate, fields);
}

/**
 * By its names or its signature: what it says of its usage is no matter, as most of such certificates do not name signing others. One
 * that cannot be told is worth a look, too.
 */
function isSelfSigned(certificate: X509Certificate): boolean {
  try {
    return certificate.issuer === certificate.subject || certificate.verify(certificate.publicKey);
  } catch {
    return true;
  }
}

/**
 * Reads a certificate and says whether mail to `address` can be encrypted to it now (RFC 8550); `null`: whoever it
 * names. Who issued it is not asked: its owner looks at the fingerprint. Never throws.
 */
export function readCertificate(octets: Buffer, address: string | null, now: Date): ReadCertificate {
  const fault = (reason: CertificateFault): ReadCertificate => ({ kind: 'fault', fault: reason });
  if (octets.length > maxBytes) return fault('too_large');
  if (isPrivate(octets)) return fault('private');
  const certificate = parseCertificate(octets);
  if (certificate === null) return fault('unreadable');
  try {
    const found = findFault(certificate, address, now);
    if (found !== null) return fault(found);
    const { asymmetricKeyDetails: details } = certificate.publicKey;
    const curve = curves[details?.namedCurve ?? ''];
    const key = {
      fingerprint: certificate.fingerprint256.replaceAll(':', ''),
      algorithm: curve === undefined ? `RSA ${details?.modulusLength ?? ''}` : `ECDH ${curve}`,
      expiresAt: certificate.validToDate,
      selfSigned: isSelfSigned(certificate),
      octets: certificate.raw,
    };
    return { kind: 'key', key };
  } catch {
    return fault('unreadable');
  }
}

/** @throws RangeError for a damaged certificate. */
export function readParts(certificate: X509Certificate): CertificateParts {
  const { issuer, serial, extensions } = readFields(certificate.raw);
  const listed = inside(readDer(extensions.get(oids.capabilities) ?? Buffer.alloc(0))[0]).map((one) =>
    hexOf(inside(one)[0]),
  );
  return {
    recipientId: der(tags.sequence, der(issuer.tag, issuer.content), der(serial.tag, serial.content)),
    // What its owner's program reads by what it lists itself (RFC 8551 §2.5.2); where that is nothing we know, it is what all should.
    cipher: ciphers.find(({ oid }) => listed.includes(oid)) ?? aes256Gcm,
  };
}
