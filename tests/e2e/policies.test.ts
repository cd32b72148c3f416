import { describe, expect, it } from 'vitest';
import { languages, type Language } from '#contract/account/languages.ts';
import { policyPaths } from '#contract/pages.ts';
import type { PageSource } from './kept-pages.ts';
import type { Preview } from './start-preview.ts';
import { markDrawn } from './mark-drawn.ts';
import { preparePreview } from './prepare-preview.ts';
import { listenForComplaints } from './visit.ts';

const name = `</script><script>document.title = "caught"</script>"'&lt;__SESSION__ $& ${'Veil '.repeat(400)}Ltd`;

let preview: Preview;
let browser: PageSource;

const environment = {
  OPERATOR_NAME: name,
  OPERATOR_COUNTRY: 'Iceland',
  PRIVACY_EMAIL: 'privacy@veil.example',
  LAUNCHED: 'February 2024',
  REPORT_NEXT: 'May 2099',
  GOVERNMENT_REQUESTS: '2024: 2, 3, 1',
  SECURITY_INCIDENTS: '1, 0, 4',
};
preparePreview(environment, (place) => ({ preview, browser } = place));

async function expectHydrated(language: Language): Promise<void> {
  const context = await browser.newContext({ baseURL: preview.webUrl, locale: language });
  const page = await context.newPage();
  const complaints: string[] = [];
  listenForComplaints(page, complaints);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await markDrawn(page, 'main :is(p, li, td)');
  for (const path of policyPaths) {
    await page.goto(path);
    await page.locator('[data-prerendered], [data-shell]').waitFor({ state: 'detached' });
    const end = page.getByRole('main').locator(':is(p, li, td)').last();
    expect(await end.getAttribute('data-drawn-in')).toBe(language);
    expect(complaints).toEqual([]);
    expect(asked).not.toContain('/api/config');
  }
  await context.close();
}

describe("a policy with its operator's facts", () => {
  it('is answered whole to a plain GET, without a script', async () => {
    const context = await browser.newContext({ baseURL: preview.webUrl, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/privacy');
    expect(await page.title()).toBe('Privacy Policy · Kauke');
    expect(await page.getByRole('article').innerText()).toContain(`This service is run by ${name} in Iceland`);
    expect(await page.getByRole('link', { name: 'privacy@veil.example' }).count()).toBe(1);
    await page.goto('/transparency');
    const report = await page.getByRole('main').innerText();
    for (const text of [
      'The next report is scheduled for May 2099',
      'Since February 2024 we have received 2 government requests for user data, and have had 1 data breach.',
      'For user data, 2024 to date.',
      'Service disruptions beyond maintenance',
      'operated in Iceland under the data protection law of Iceland',
    ]) {
      expect(report).toContain(text);
    }
    await context.close();
  });

  // In the one whose words differ most from those that the others were written after.
  it('is hydrated as it was drawn, whatever its operator is called: lt', () => expectHydrated('lt'));
  it.each(languages.filter((language) => language !== 'lt'))(
    'is hydrated as drawn: %s',
    { tags: 'proof' },
    expectHydrated,
  );
});
