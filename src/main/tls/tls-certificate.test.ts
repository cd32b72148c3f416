import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';
import { loadTlsCertificate } from '#main/tls/tls-certificate.ts';

const now = Date.UTC(2026, 10, 21);
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-tls-'));
});
afterEach(() => rm(folder, { recursive: true }));

function load(hostname: string, at = now) {
  return loadTlsCertificate({
    files: null,
    dataDir: join(folder, 'data'),
    hostname,
    clock: { now: () => at },
    ticketKeys: null,
  });
}
function kept() {
  return readFile(join(folder, 'data', 'smtp-certificate.pem'), 'utf8');
}

describe('loadTlsCertificate', () => {
  it('makes a certificate that only we can read, and uses it again', async () => {
    await load('mx.example');
    const first = await kept();
    expect((await stat(join(folder, 'data', 'smtp-certificate.pem'))).mode & 0o777).toBe(0o600);
    await load('mx.example');
    expect(await kept()).toBe(first);
  });

  it('makes a new one for another name, near its end, and when the file is damaged', async () => {
    await load('mx.example');
    const first = await kept();
    await load('other.example');
    const second = await kept();
    await load('other.example', now + 10 * 365 * 24 * 60 * 60_000);
    const third = await kept();
    await writeFile(join(folder, 'data', 'smtp-certificate.pem'), third.slice(0, 100));
    await load('other.example');
    expect(new Set([first, second, third, await kept()]).size).toBe(4);
  });

  it('says how to mend one that it cannot read', async () => {
    const path = join(folder, 'data', 'smtp-certificate.pem');
    await mkdir(path, { recursive: true });
    await expect(load('mx.example')).rejects.toThrow(
      `${path} cannot be read (EISDIR): let it be the user's that runs the program, or take it away.`,
    );
  });

  it("reads the operator's files and tells when they are missing", async () => {
    const { cert, key } = makeSelfSignedCertificate({ hostname: 'mx.example', notBefore: now, notAfter: now + 1e9 });
    const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    const options = { files, dataDir: folder, hostname: 'mx.example', clock: { now: () => now }, ticketKeys: null };
    await expect(loadTlsCertificate(options)).rejects.toThrow('ENOENT');
    await writeFile(files.certFile, cert);
    await writeFile(files.keyFile, key, { mode: 0o644 });
    await expect(loadTlsCertificate(options)).rejects.toThrow(
      `TLS_KEY_FILE: ${files.keyFile} can be read or changed by others; run: chmod 6`,
    );
    await chmod(files.keyFile, 0o600);
    await expect(loadTlsCertificate(options)).resolves.toBeDefined();
  });
});
