import { z } from 'zod';
import type { TargetKeyView } from '#contract/targets.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { checksumLine } from '#platform/crc24.ts';

const storedSchema = z.object({
  kind: z.enum(['openpgp', 'smime']),
  fingerprint: z.string(),
  algorithm: z.string(),
  /** ISO; null: never. */
  expiresAt: z.string().nullable(),
  hideSubject: z.boolean(),
  /** Base64. */
  octets: z.string(),
});

/** The public key by which mail to an inbox is encrypted. */
export interface TargetKey extends Omit<z.infer<typeof storedSchema>, 'octets'> {
  readonly octets: Buffer;
}

function keyContext(targetId: string) {
  return { field: 'targets.encryption_key', rowId: targetId };
}

/** Seals the text of a key that another target had. */
export function sealKeyText(keys: KeyRing, targetId: string, text: string): Buffer {
  return keys.seal(keyContext(targetId), text);
}

/** A key as the text that is sealed. Null for null: nothing is encrypted. */
export function openKeyText(keys: KeyRing, targetId: string, sealed: Buffer | null): string | null {
  return sealed === null ? null : keys.open(keyContext(targetId), sealed).toString();
}

export function sealTargetKey(keys: KeyRing, targetId: string, { octets, ...facts }: TargetKey): Buffer {
  return sealKeyText(keys, targetId, JSON.stringify({ ...facts, octets: octets.toString('base64') }));
}

/** Null for null: nothing is encrypted. */
export function openTargetKey(keys: KeyRing, targetId: string, sealed: Buffer | null): TargetKey | null {
  const text = openKeyText(keys, targetId, sealed);
  if (text === null) return null;
  const { octets, ...facts } = storedSchema.parse(JSON.parse(text));
  return { ...facts, octets: Buffer.from(octets, 'base64') };
}

/** A key as its owner sees it. */
export function targetKeyView(key: TargetKey | null): TargetKeyView | null {
  if (key === null) return null;
  const { kind, fingerprint, algorithm, expiresAt, hideSubject } = key;
  return { kind, fingerprint, algorithm, expiresAt, hideSubject };
}

/** Of keys of version 6, which stand without a checksum (RFC 9580 §6.1). */
const modernFingerprint = /^[0-9A-F]{64}$/;

/** A key in the form in which programs take it: PEM, or OpenPGP's armour. */
export function formatTargetKey({ kind, fingerprint, octets }: Omit<TargetKey, 'hideSubject'>): string {
  const lines = octets.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  if (kind === 'smime') return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  const checksum = modernFingerprint.test(fingerprint) ? '' : `${checksumLine(octets)}\n`;
  return `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${lines}\n${checksum}-----END PGP PUBLIC KEY BLOCK-----\n`;
}

/** A key as its owner takes it along; null for none. */
export function exportTargetKey(key: TargetKey | null): (TargetKeyView & { readonly text: string }) | null {
  const view = targetKeyView(key);
  return key === null || view === null ? null : { ...view, text: formatTargetKey(key) };
}
