import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCertificateRequest } from '#protocol/x509/certificate-request.ts';
import { createTestAuthority } from '#support/acme-authority.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('makeCertificateRequest', () => {
  it.each(['mx.mask.example', `${'long-label.'.repeat(20)}example`])('asks for %s, as others read it', async (name) => {
    const authority = await createTestAuthority();
    expect(await authority.namesIn(makeCertificateRequest(name, privateKey))).toEqual([name]);
  });

  it('is signed: one for which a bit was changed is none', async () => {
    const authority = await createTestAuthority();
    const request = makeCertificateRequest('mx.mask.example', privateKey);
    const changed = Buffer.from(request.toString('latin1').replace('mx.mask', 'mx.hask'), 'latin1');
    await expect(authority.namesIn(changed)).rejects.toThrow('not signed');
  });
});
