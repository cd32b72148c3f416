import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testCertificate } from '#support/tls.ts';

/** PEM files. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate with a P-256 key, as the program makes for itself; both are in `folder` afterwards. */
export async function writeTlsFiles(folder: string): Promise<TlsFiles> {
  const files = { certFile: join(folder, 'tls-cert.pem'), keyFile: join(folder, 'tls-key.pem') };
  await writeFile(files.certFile, testCertificate.cert);
  await writeFile(files.keyFile, testCertificate.key, { mode: 0o600 });
  return files;
}
