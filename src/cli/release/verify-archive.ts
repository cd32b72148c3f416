import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { archiveLimits } from '#cli/release/release-facts.ts';
import { errorCode, StartError } from '#config/start-error.ts';

/** What is read of the two files beside an archive: a line, and a signature in base64. */
const besideOctets = 1024;

async function readBeside(path: string, what: string): Promise<string> {
  const text = await readFile(path, 'latin1').catch((error: unknown) => {
    throw new StartError(`${path} cannot be read (${errorCode(error)}): it is ${what}, and lies beside the archive.`);
  });
  if (text.length > besideOctets) throw new StartError(`${path} is not ${what}.`);
  return text;
}

async function sumOctets(path: string): Promise<string> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new StartError(`${path} cannot be read (${errorCode(error)}).`);
  });
  if (size > archiveLimits.packedOctets) throw new StartError(`${path} is larger than a release may be.`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** RFC 8032 §5.1: over the line that names archive and sum. */
function isSigned(line: string, signature: string, publicKey: Buffer): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify(null, Buffer.from(line, 'latin1'), key, Buffer.from(signature.trim(), 'base64'));
}

/**
 * Compares an archive with the sum beside it (`.sha256`), and with a key that sum with its signature (`.sig`), before
 * anything in the archive is looked at.
 * @throws StartError one clear line.
 */
export async function verifyArchive(path: string, publicKey: Buffer | null): Promise<void> {
  const sum = await sumOctets(path);
  const line = await readBeside(`${path}.sha256`, 'the SHA-256 sum');
  if (/^([\da-f]{64}) [ *]/u.exec(line)?.[1] !== sum) {
    throw new StartError(`${path} is damaged: its SHA-256 sum is not that of ${path}.sha256. Fetch both again.`);
  }
  if (publicKey === null) return;
  const signature = await readBeside(`${path}.sig`, 'the signature');
  if (!isSigned(line, signature, publicKey)) {
    throw new StartError(`${path} is not signed by RELEASE_PUBLIC_KEY: do not use it.`);
  }
}
