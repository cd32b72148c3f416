import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;

beforeAll(async () => {
  test = await createTestCore({ publicUrl: 'https://mask.example' });
  api = await startTestApi(test.core, { operatorEmail: 'operator@home.example' });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function get(path: string): Promise<Answer> {
  return createVisitor(api).send('GET', path);
}

describe('what robots read', () => {
  it('keeps them out of the API and names the map', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(body).toBe('User-agent: *\nDisallow: /api/\n\nSitemap: https://mask.example/sitemap.xml\n');
  });

  it('maps the public pages and no others', async () => {
    const { body, headers } = await get('/sitemap.xml');
    expect(headers.get('content-type')).toMatch(/^application\/xml/);
    expect(body).toContain('<loc>https://mask.example/privacy</loc>');
    expect(body).toContain('<loc>https://mask.example/docs/replies</loc>');
    expect(body).not.toMatch(/dashboard|inbox|reset|confirm/);
  });

  it('says where to report a weakness, for less than a year', async () => {
    const { body } = await get('/.well-known/security.txt');
    expect(body).toContain('Contact: mailto:operator@home.example\n');
    expect(body).toContain('Canonical: https://mask.example/.well-known/security.txt\n');
    const expires = /^Expires: (.+)$/m.exec(String(body))?.[1] ?? '';
    const days = (Date.parse(expires) - test.core.clock.now()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
  });
});
