import { generateKey } from 'openpgp';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { TargetsResponse } from '#contract/targets.ts';
import { systemClock } from '#platform/clock.ts';
import { makeMailCertificate } from '#support/mail-certificate.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, phone } from './open-page.ts';
import { seedAliases } from './visit.ts';

const visits = useVisits({ TARGET_CONFIRMATION: 'off' });

/** The details of the visitor's inbox, which an alias leads to, opened, on a phone. */
async function openDetails(alias: string): Promise<Locator> {
  const page = await visits.begin();
  const { email } = visits.now;
  await seedAliases(visits.now, [alias], email);
  await page.setViewportSize(phone);
  await page.goto('/settings/inboxes');
  const row = page.getByRole('listitem').filter({ hasText: email });
  await row.getByRole('button', { name: `Details of ${email}` }).click();
  await row.getByRole('heading', { name: 'Encryption' }).waitFor();
  return row;
}

async function expectFits(row: Locator): Promise<void> {
  await expectAccessible(row.page());
  const over = await row.page().evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
}

describe('the key of an inbox', () => {
  it('is pasted, looked at, used, shown and removed; a private one is refused beside its field', async () => {
    const row = await openDetails('shop');
    const { email } = visits.now;
    const { publicKey, privateKey } = await generateKey({
      userIDs: [{ email }],
      date: new Date(systemClock.now() - 60_000),
    });
    const field = row.getByLabel('Public key or certificate');
    await field.fill(privateKey);
    await row.getByRole('button', { name: 'Check the key' }).click();
    await row.getByRole('alert').filter({ hasText: 'This is a private key. It was not sent' }).waitFor();
    expect(await field.inputValue()).toBe('');
    await expectFits(row);
    await field.fill(publicKey);
    await row.getByRole('button', { name: 'Check the key' }).click();
    await row.getByText('Compare the fingerprint').waitFor();
    await row.getByText('ECDH curve25519').waitFor();
    await row.getByRole('switch', { name: 'Hide the subject, too' }).click();
    await expectFits(row);
    await row.getByRole('button', { name: 'Use this key' }).click();
    await row.getByRole('button', { name: 'Remove the key' }).waitFor();
    await row.getByText('Encrypted', { exact: true }).waitFor();
    await row.getByText('hidden', { exact: true }).waitFor();
    await expectFits(row);
    await row.getByRole('button', { name: 'Remove the key' }).click();
    await row.page().getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await row.getByLabel('Public key or certificate').waitFor();
    expect(await row.getByText('Encrypted', { exact: true }).count()).toBe(0);
  });

  it('may be a certificate in a file, which says that it signed itself', async () => {
    const row = await openDetails('club');
    const { certificate } = await makeMailCertificate(visits.now.email, systemClock.now());
    const file = { name: 'ann.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(certificate) };
    await row.getByLabel('Or choose its file').setInputFiles(file);
    await row.getByText('Nobody but itself vouches for this certificate.').waitFor();
    await row.getByRole('button', { name: 'Use this key' }).click();
    await row.getByText('S/MIME', { exact: true }).waitFor();
    await row.getByText('This key expires on').waitFor();
    await expect.poll(() => row.getByText('Nobody but itself vouches').count()).toBe(0);
  });
});

it('an inbox may only read, and has keys and signatures taken out of what is answered from it', async () => {
  const row = await openDetails('reader');
  for (const name of ['Allow replies from this inbox', 'Remove keys from replies', 'Remove signatures from replies']) {
    const onOff = row.getByRole('switch', { name });
    const before = await onOff.getAttribute('aria-checked');
    await Promise.all([row.page().waitForResponse(/\/api\/targets\/[^/]+$/), onOff.press('Space')]);
    await expect.poll(() => onOff.getAttribute('aria-checked')).not.toBe(before);
  }
  await expectFits(row);
  const { targets } = await visits.now.call<TargetsResponse>('GET', '/api/targets');
  expect(targets).toMatchObject([{ maySend: false, dropKeys: true, dropSignatures: true, spfReplies: false }]);
});
