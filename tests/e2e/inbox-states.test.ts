import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AliasesResponse } from '#contract/aliases.ts';
import type { TargetsResponse } from '#contract/targets.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible } from './open-page.ts';
import { holdBack, see, seedAliases } from './visit.ts';

// Inboxes that have confirmed may reply, and only these have something to set.
const visits = useVisits({ TARGET_CONFIRMATION: 'off' });
const { begin } = visits;

function stateOf(onOff: Locator): Promise<string | null> {
  return onOff.getAttribute('aria-checked');
}

describe('an inbox', () => {
  it('may prove its replies by SPF alone', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['unsigned'], `${visits.now.email}, spare@example.org`);
    await page.goto('/settings/inboxes');
    const row = page.getByRole('listitem').filter({ hasText: visits.now.email });
    const open = async (): Promise<Locator> => {
      await row.getByRole('button', { name: `Details of ${visits.now.email}` }).click();
      return row.getByRole('switch', { name: 'Provider does not sign mail: prove replies by SPF alone' });
    };
    const onOff = await open();
    await expect.poll(() => stateOf(onOff)).toBe('false');
    await expectAccessible(page);
    const call = await holdBack(page, '**/api/targets/*', (route) => route.continue());
    const answer = page.waitForResponse(/\/api\/targets\/[^/]+$/);
    await onOff.click();
    await call.begun;
    await expect.poll(() => stateOf(onOff)).toBe('true');
    call.release();
    expect((await answer).status()).toBe(200);
    await page.reload();
    expect(await stateOf(await open())).toBe('true');
    const { targets } = await visits.now.call<TargetsResponse>('GET', '/api/targets');
    expect(targets.map(({ value, spfReplies }) => [value, spfReplies])).toEqual([
      [visits.now.email, true],
      ['spare@example.org', false],
    ]);
  });

  it('that refuses mail says since when, on its aliases and in the settings', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['refused']);
    const failingSince = '2026-11-20T12:00:00.000Z';
    await page.route(`**/api/aliases/${visits.now.userId}`, async (route) => {
      const { aliases } = (await (await route.fetch()).json()) as AliasesResponse;
      const changed = aliases.map((alias) => ({
        ...alias,
        targets: alias.targets.map((target) => ({ ...target, failingSince })),
      }));
      await route.fulfill({ json: { aliases: changed } });
    });
    await page.route('**/api/targets', async (route) => {
      const { targets } = (await (await route.fetch()).json()) as TargetsResponse;
      await route.fulfill({ json: { targets: targets.map((target) => ({ ...target, failingSince })) } });
    });
    await page.goto('/dashboard');
    const day = await page.evaluate(
      (iso) => new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'short' }),
      failingSince,
    );
    await see(page.getByRole('row').filter({ hasText: 'refused@' }), `Refuses mail since ${day}`);
    await page.goto('/settings/inboxes');
    await see(page.getByRole('region', { name: 'Targets' }), `Refuses mail since ${day}`);
    await expectAccessible(page);
  });
});
