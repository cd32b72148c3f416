import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { typedDomains } from '#support/typed-domains.ts';
import { expectAccessible } from './open-page.ts';

/** Of the form for a new account: what is typed is read by the browser as by the server, and shown before it is sent. */
export async function expectReadAsByServer(page: Page): Promise<void> {
  for (const [typed, aLabel] of typedDomains) {
    expect(await page.evaluate((name) => new URL(`http://${name}`).hostname, typed)).toBe(aLabel);
    await page.getByLabel('Email').fill(`ruta@${typed}`);
    expect(await page.getByLabel('Email').inputValue()).toBe(`ruta@${typed}`);
    await page.getByText(`Read as ruta@${aLabel}`, { exact: true }).waitFor();
  }
  await expectAccessible(page);
  await page.getByLabel('Email').fill('rūta@example.com');
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
  await page.getByText('The part before the @ may only have letters without accents').waitFor();
  await expectAccessible(page);
}
