import type { Config } from 'openpgp';

/** Loaded by whoever needs it first: without keys nobody pays for it. */
export function loadOpenPgp() {
  return import('openpgp');
}

type OpenPgp = Awaited<ReturnType<typeof loadOpenPgp>>;

/** What a key must be made of: RSA of 2048 bits and more, no SHA-1 in what binds it together, nothing packed. */
export function strict({ config, enums }: OpenPgp): Config {
  const rejectHashAlgorithms = new Set([enums.hash.md5, enums.hash.ripemd, enums.hash.sha1]);
  const preferredCompressionAlgorithm = enums.compression.uncompressed;
  return { ...config, rejectHashAlgorithms, minRSABits: 2048, preferredCompressionAlgorithm };
}

/** The same without that, to tell what a key lacks. */
export function lenient({ config }: OpenPgp): Config {
  const none = { rejectHashAlgorithms: new Set<never>(), rejectPublicKeyAlgorithms: new Set<never>() };
  return { ...config, ...none, rejectCurves: new Set<never>(), minRSABits: 0 };
}
