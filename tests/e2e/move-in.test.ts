import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { peerKey, startPeer } from '#support/peers/peer-server.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { openSettings } from './story.ts';
import { answerNext, see } from './visit.ts';

const peer = await startPeer('simplelogin', { email: 'me@old.example', domains: [], aliases: [] });
afterAll(() => peer.stop());

// Servers on this machine, as the peer is; and no account is too new for a hundred aliases.
const visits = useVisits({ WEBHOOK_ALLOW_INSECURE: 'true', TARGET_CONFIRMATION: 'off' });
const { begin } = visits;

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

async function startMove(page: Page, apiKey: string): Promise<Locator> {
  const form = section(page, 'Move in');
  await form.getByLabel('API key', { exact: true }).fill(apiKey);
  await form.getByLabel('Server', { exact: true }).fill(peer.baseUrl);
  await form.getByRole('button', { name: 'Read my aliases' }).click();
  return page.getByRole('region', { name: /^SimpleLogin \(/ });
}

describe('moving in', () => {
  it('reads by a key, shows what comes, brings it, keeps a checklist until it is done, and is undone', async () => {
    peer.account = {
      email: 'me@old.example',
      domains: [{ name: 'own.example', catchAll: true }],
      aliases: [
        { address: 'shop.a1b@old.example', note: 'Shoes, and a note that goes on and on '.repeat(5), uses: 9 },
        { address: 'news.c2d@old.example', note: 'News', uses: 7 },
        { address: 'mine@own.example', uses: 5 },
        { address: 'gone@own.example', deleted: true },
      ],
    };
    const page = await begin();
    await openSettings(page, '/settings/data');
    await expectAccessible(page);
    const move = await startMove(page, 'a wrong key');
    await move.getByText('The other service does not take this API key.').waitFor();
    await expectAccessible(page);
    await move.getByLabel('API key', { exact: true }).fill(peerKey);
    await move.getByRole('button', { name: 'Read on' }).click();

    const bring = move.getByRole('button', { name: 'Bring 2 aliases' });
    await bring.waitFor();
    await see(move, 'mine@own.example', 'Its domain is not verified here yet.', 'Deleted there, and stays so.');
    await move.getByRole('button', { name: 'Cannot move 2' }).click();
    await move.getByText('shop.a1b@old.example').waitFor({ state: 'detached' });
    await see(
      move,
      'mine@own.example',
      'Add it here and publish the TXT record that proves it. Mail still goes to the old service.',
    );
    await move.getByRole('button', { name: 'All 4' }).click();
    await move.getByText('shop.a1b@old.example').waitFor();
    await expectAccessible(page);
    await bring.click();
    await see(move, '2 aliases made here');

    const checklist = section(page, 'Change at the site');
    await see(checklist, '2 sites to go', 'news.c2d@old.example', 'news.c2d@kauke.test');
    await checklist.getByRole('checkbox', { name: 'Changed: news.c2d@old.example' }).check();
    await see(checklist, '1 site to go');
    await checklist.getByRole('button', { name: 'Remove what is done' }).click();
    await checklist.getByText('news.c2d@old.example').waitFor({ state: 'detached' });
    await expectAccessible(page);

    await move.getByRole('button', { name: 'Undo the move from SimpleLogin' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^SimpleLogin \(/);
    await bring.waitFor();
    await checklist.waitFor({ state: 'detached' });
    await move.getByRole('button', { name: 'Forget this move: SimpleLogin' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Forget this move' }).click();
    await move.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Move in');
    expect(await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage))).not.toContain(
      peerKey,
    );
  });

  it('goes on after a break, on a phone too', { tags: 'proof' }, async () => {
    const aliases = Array.from({ length: 120 }, (_, index) => ({ address: `shop${index}@old.example`, uses: index }));
    peer.account = { email: 'me@old.example', domains: [], aliases };
    const page = await begin({ phone: true, dark: true });
    await openSettings(page, '/settings/data');
    const move = await startMove(page, peerKey);
    const bring = move.getByRole('button', { name: 'Bring 120 aliases' });
    await bring.waitFor();
    await answerNext(page, '**/api/moves/*/run', 'POST', { status: 429, json: { message: 'Back in a minute' } });
    await bring.click();
    await expectToast(page, 'Back in a minute');
    // Another tab brings the first hundred, and is closed.
    const [{ id } = { id: '' }] = (await visits.now.call<{ moves: { id: string }[] }>('GET', '/api/moves')).moves;
    await visits.now.call('POST', `/api/moves/${id}/run`);
    await page.reload();
    await see(
      move,
      '100 of 120 aliases',
      'It stopped in the middle. What was made is kept; it goes on where it stopped.',
    );
    await expectAccessible(page);
    await move.getByRole('button', { name: 'Go on' }).click();
    await see(move, '120 aliases made here');
    await move.getByRole('button', { name: 'Show more' }).click();
    await see(move, 'shop0@old.example');
    await see(section(page, 'Change at the site'), '120 sites to go');
    await page.getByRole('searchbox', { name: 'Find an address or a note' }).fill('shop119@');
    await see(section(page, 'Change at the site'), 'shop119@old.example');
    await expectAccessible(page);
  });
});
