import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { see, seedAliases } from './visit.ts';

const visits = useVisits({ TARGET_CONFIRMATION: 'off', ALIASES_UNCONFIRMED: '100' });
const { begin } = visits;

describe('a row', () => {
  it('has room for what is noted, below the inboxes that are folded, and the line for its words', async () => {
    const page = await begin();
    const [id] = await seedAliases(visits.now, ['noted'], 'one@example.org, two@example.org');
    await visits.now.call('PUT', `/api/aliases/${id}`, { notes: 'Landlord and neighbours in the house' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/dashboard');
    const note = page.getByText('Landlord and neighbours in the...');
    expect((await note.boundingBox())?.height).toBeLessThanOrEqual(40);
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await page.getByRole('heading', { name: 'noted@kauke.test' }).waitFor();
      const [fold, below] = [await page.getByText('2 inboxes').boundingBox(), await note.boundingBox()];
      if (!fold || !below) throw new Error('One of them is not drawn.');
      expect(below.y).toBeGreaterThanOrEqual(fold.y + fold.height - 1);
    }
    for (const name of ['Domain', 'Made-up names']) {
      expect((await page.getByLabel(name).boundingBox())?.width).toBeGreaterThanOrEqual(240);
    }
  });
});

describe('the way to other pages', () => {
  it('stands in one line of a phone', async () => {
    const page = await begin({ phone: true });
    await seedAliases(
      visits.now,
      Array.from({ length: 51 }, (_, at) => `page-${at}`),
    );
    await page.goto('/dashboard');
    await see(page, 'Showing 1-10 of 51 aliases');
    const buttons = await page.getByRole('navigation', { name: 'Pages' }).getByRole('button').all();
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
    expect(boxes).toHaveLength(7);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  });
});
