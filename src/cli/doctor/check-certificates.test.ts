import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCertificates } from '#cli/doctor/check-certificates.ts';
import type { DoctorContext } from '#cli/doctor/doctor-context.ts';
import { loadConfig } from '#config/load-config.ts';
import { hostKey } from '#core/certificates/certificate-keys.ts';
import { noteCertificate } from '#core/certificates/certificates.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

const now = Date.UTC(2026, 10, 23);
const dayMs = 24 * 60 * 60 * 1000;
const clock = { now: () => now };
const machine = { isRoot: false, workingDirectory: '/srv/kauke', processors: 2 };
const environment = {
  MAIL_DOMAINS: 'mask.example',
  MAIL_HOSTNAME: 'mx.mask.example',
  OPERATOR_EMAIL: 'op@home.example',
  OPERATOR_NAME: 'Mask',
  OPERATOR_COUNTRY: 'Lithuania',
  PUBLIC_URL: 'https://mask.example',
  HTTPS_PORT: '443',
  ACME_EMAIL: 'op@home.example',
};

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function findings(changes: Record<string, string> = {}): Promise<string[]> {
  const context = { config: loadConfig({ ...environment, ...changes }, machine), clock } as DoctorContext;
  const found = await checkCertificates(context, test.database, ['mask.example']);
  return found.map(({ state, text, todo }) => `${state}: ${text}${todo === null ? '' : ` | ${todo.split('\n')[0]}`}`);
}

async function note(name: string, changes: Parameters<typeof noteCertificate>[2]): Promise<void> {
  const { database } = test;
  await hostKey({ database, keys: await createTestKeyRing(database), clock }, name);
  await noteCertificate({ database }, name, changes);
}

describe('the doctor on certificates of our own', () => {
  it('names each host: what is missing, what failed and what to do, what will hold', async () => {
    expect(await findings()).toEqual(
      ['mx.mask.example', 'mask.example', 'mta-sts.mask.example'].map(
        (name) =>
          `warning: ${name} has no certificate yet | The running program gets it by itself: look again in a minute.`,
      ),
    );
    const kept = { chain: 'a certificate', issuedBy: 'x', renewAt: new Date(now + 30 * dayMs) };
    await note('mx.mask.example', { ...kept, endsAt: new Date(now + 60 * dayMs) });
    await note('mask.example', { failures: 3, failure: 'connection', tryAt: new Date(now + dayMs) });
    await note('mta-sts.mask.example', { ...kept, endsAt: new Date(now - dayMs), failures: 9, failure: 'caa' });
    expect(await findings()).toEqual([
      'ok: The certificate of mx.mask.example is good for 60 days; it is renewed by itself',
      expect.stringMatching(
        /^fault: mask\.example has no certificate \(connection\) \| Whoever gives certificates comes by port 80/,
      ),
      expect.stringMatching(
        /^fault: The certificate of mta-sts\.mask\.example has ended \(caa\) \| A CAA record forbids/,
      ),
    ]);
  });

  it('warns of one that holds and cannot be renewed, or that nobody renews', async () => {
    const kept = { chain: 'a certificate', issuedBy: 'x', endsAt: new Date(now + 9 * dayMs) };
    await note('mx.mask.example', { ...kept, failures: 1, failure: 'rateLimited' });
    expect((await findings())[0]).toMatch(
      /^warning: .* good for 9 days, but cannot be renewed \(rateLimited\) \| .*staging/,
    );
    await note('mx.mask.example', { failures: 0, failure: null, renewAt: new Date(now - 5 * dayMs) });
    expect((await findings())[0]).toMatch(/^warning: .* should have been renewed \| Start the program/);
  });

  it('looks at the mail host alone behind a proxy, and at none where the operator brings his own', async () => {
    expect(await findings({ HTTPS_PORT: 'off' })).toHaveLength(1);
    expect(await findings({ ACME_EMAIL: '' })).toEqual([]);
  });
});
