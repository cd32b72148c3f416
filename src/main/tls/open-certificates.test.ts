import { chmod, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followTlsCertificate, type FollowedCertificate } from '#main/tls/open-certificates.ts';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';
import { createTestLog } from '#support/test-log.ts';

const now = Date.UTC(2026, 10, 21);
const day = 24 * 60 * 60_000;
const events: string[] = [];
const reasons: (string | undefined)[] = [];
const log = createTestLog(
  (line) => {
    const { event, reason } = JSON.parse(line) as { event: string; reason?: string };
    events.push(event);
    reasons.push(reason);
  },
  () => now,
);
let folder = '';
let followed: FollowedCertificate;
let files: { certFile: string; keyFile: string };

async function write(hostname: string): Promise<void> {
  const { cert, key } = makeSelfSignedCertificate({ hostname, notBefore: now - day, notAfter: now + day });
  await writeFile(files.certFile, cert);
  await writeFile(files.keyFile, key, { mode: 0o600 });
}

beforeEach(async () => {
  events.length = 0;
  reasons.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'kauke-tls-'));
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  await write('first.example');
  const options = {
    files,
    dataDir: folder,
    hostname: 'mx.example',
    clock: { now: () => now },
    log,
    ticketKeys: null,
    checkEveryMs: 10,
  };
  followed = await followTlsCertificate(options);
});
afterEach(async () => {
  followed.close();
  await rm(folder, { recursive: true });
});

describe('followTlsCertificate', () => {
  it('uses new files as soon as both fit together', async () => {
    const first = followed.current();
    const { cert, key } = makeSelfSignedCertificate({ hostname: 'b.example', notBefore: now, notAfter: now + day });
    await writeFile(files.certFile, cert);
    await expect.poll(() => events).toContain('certificate_unusable');
    expect(followed.current()).toBe(first);
    await writeFile(files.keyFile, key, { mode: 0o600 });
    await expect.poll(() => followed.current() === first).toBe(false);
    expect(events.at(-1)).toBe('certificate_loaded');
  });

  it('tells why it does not use new files', async () => {
    const { mtimeMs } = await stat(files.keyFile);
    await chmod(files.keyFile, 0o644);
    await utimes(files.keyFile, mtimeMs / 1000 + 1, mtimeMs / 1000 + 1);
    await expect
      .poll(() => reasons)
      .toEqual([expect.stringMatching(/^TLS_KEY_FILE: \S+key\.pem can be read or changed by others; run: chmod 6/u)]);
  });

  it('keeps the old certificate while files are missing, and tells once', async () => {
    const first = followed.current();
    await rm(files.keyFile);
    await expect.poll(() => events).toEqual(['certificate_unusable']);
    await write('second.example');
    await expect.poll(() => followed.current() === first).toBe(false);
    expect(events.filter((event) => event === 'certificate_loaded')).toHaveLength(1);
  });
});
