import { stat } from 'node:fs/promises';
import type { SecureContext } from 'node:tls';
import { errorCode } from '#config/start-error.ts';
import { loadTlsCertificate, type TlsCertificateOptions } from '#main/tls/tls-certificate.ts';
import type { Log } from '#platform/log.ts';
import { runEvery } from '#platform/run-every.ts';

/** The certificate that holds now. */
export interface FollowedCertificate {
  current(): SecureContext;
  /** When it ends, in milliseconds since the Unix epoch. */
  endsAtMs(): number;
  close(): void;
}

interface FollowOptions extends TlsCertificateOptions {
  readonly log: Log;
  /** How often the operator's files are looked at. */
  readonly checkEveryMs: number;
}

/** Tells one state of the files from another. */
async function versionOf({ certFile, keyFile }: NonNullable<TlsCertificateOptions['files']>): Promise<string> {
  const stats = await Promise.all([stat(certFile), stat(keyFile)]);
  return stats.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join();
}

/**
 * Loads the certificate and loads it again whenever the operator's files have changed. Files that are no
 * certificate and key, as in the middle of a renewal, leave the old one in use until they are.
 * @throws what `loadTlsCertificate` throws, the first time only
 */
export async function followTlsCertificate(options: FollowOptions): Promise<FollowedCertificate> {
  const { files, log, checkEveryMs } = options;
  // Asked before loading: a change in between is then seen at the next check.
  let loaded = files === null ? '' : await versionOf(files).catch(() => '');
  let certificate = await loadTlsCertificate(options);
  const answers = { current: () => certificate.context, endsAtMs: () => certificate.endsAtMs };
  if (files === null) return { ...answers, close: () => {} };

  let refused = '';
  const check = async (): Promise<void> => {
    let version = 'missing';
    try {
      version = await versionOf(files);
      if (version === loaded) return;
      const next = await loadTlsCertificate(options);
      // Still being written: the next look takes what it is then.
      if ((await versionOf(files)) !== version) return;
      certificate = next;
      loaded = version;
      log.info('certificate_loaded');
    } catch (error) {
      if (version !== refused) log.warn('certificate_unusable', { code: errorCode(error) });
      refused = version;
    }
  };
  const close = runEvery(checkEveryMs, check, (error) => log.error('certificate_unusable', error));
  return { ...answers, close: () => void close() };
}
