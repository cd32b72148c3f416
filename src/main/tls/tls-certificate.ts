import { randomUUID, X509Certificate } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { readPrivateFile } from '#config/private-file.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import type { Clock } from '#platform/clock.ts';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';

export interface TlsCertificateOptions {
  /** PEM files of the operator; `null`: a self-signed certificate in `dataDir`. */
  readonly files: { readonly certFile: string; readonly keyFile: string } | null;
  readonly dataDir: string;
  readonly hostname: string;
  readonly clock: Clock;
  /** Of TLS session tickets, shared by all workers of a program; null: made here. */
  readonly ticketKeys: Buffer | null;
}

const day = 24 * 60 * 60_000;
const lifetimeMs = 10 * 365 * day;
const renewBeforeMs = 30 * day;
/** Certificate and key in one file, so that no crash can leave one without the other. */
const selfSignedFile = 'smtp-certificate.pem';

/** A certificate that can be shown to clients. */
export interface LoadedCertificate {
  readonly context: SecureContext;
  /** Milliseconds since the Unix epoch. */
  readonly endsAtMs: number;
}

/** @throws Error when they are no certificate and its key. `ticketKeys` null: of TLS session tickets it has its own. */
export function loadPem(cert: string, key: string, ticketKeys: Buffer | null): LoadedCertificate {
  const keys = ticketKeys === null ? {} : { ticketKeys };
  const context = createSecureContext({ cert, key, minVersion: 'TLSv1.2', ...keys });
  return { context, endsAtMs: Date.parse(new X509Certificate(cert).validTo) };
}

function isUsable(pem: string, hostname: string, now: number): boolean {
  try {
    const certificate = new X509Certificate(pem);
    const ends = Date.parse(certificate.validTo);
    return ends - now > renewBeforeMs && certificate.checkHost(hostname) !== undefined && pem.includes('PRIVATE KEY');
  } catch {
    return false;
  }
}

/** Nodes with a database elsewhere may share the folder: each writes a file of its own, and the last one stays. */
async function keep(dataDir: string, path: string, pem: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await makeFolder(dataDir, null);
    await writeFile(unfinished, pem, { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new StartError(`The certificate for STARTTLS cannot be kept in DATA_DIR ${dataDir} (${errorCode(error)}).`);
  }
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new StartError(
      `${path} cannot be read (${errorCode(error)}): let it be the user's that runs the program, or take it away.`,
    );
  }
}

async function loadFiles(
  { certFile, keyFile }: NonNullable<TlsCertificateOptions['files']>,
  ticketKeys: Buffer | null,
): Promise<LoadedCertificate> {
  try {
    const key = readPrivateFile(keyFile);
    return loadPem(await readFile(certFile, 'utf8'), key, ticketKeys);
  } catch (error) {
    if (error instanceof StartError) throw new StartError(`TLS_KEY_FILE: ${error.message}.`);
    const code = errorCode(error);
    const todo =
      code === 'EACCES' ? '; let the user that runs the program read both, and pass through their folders' : '';
    throw new StartError(`TLS_CERT_FILE ${certFile} with TLS_KEY_FILE ${keyFile} cannot be used (${code})${todo}.`);
  }
}

/**
 * The certificate for STARTTLS, TLS 1.2 or later: the operator's, else one kept in `dataDir` (mode 0600) and made new
 * when it is missing, damaged, for another name or about to end. Senders on port 25 do not check it (RFC 7435).
 * @throws StartError when the operator's files cannot be read or are no certificate and key, others can read the key, or `dataDir` cannot be used
 */
export async function loadTlsCertificate(options: TlsCertificateOptions): Promise<LoadedCertificate> {
  const { files, dataDir, hostname, clock, ticketKeys } = options;
  if (files !== null) return loadFiles(files, ticketKeys);
  const path = join(dataDir, selfSignedFile);
  const kept = await readIfPresent(path);
  if (kept !== null && isUsable(kept, hostname, clock.now())) return loadPem(kept, kept, ticketKeys);
  const now = clock.now();
  const { cert, key } = makeSelfSignedCertificate({ hostname, notBefore: now - day, notAfter: now + lifetimeMs });
  const made = `${cert}${key}`;
  await keep(dataDir, path, made);
  return loadPem(made, made, ticketKeys);
}
