import type { OpenAPIHono } from '@hono/zod-openapi';
import { publicPages } from '#contract/pages.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** `mta-sts.<domain>`, with or without a port. */
const policyHost = /^mta-sts\.([^:]+)(?::\d+)?$/i;

/**
 * The MTA-STS policy of each of our alias domains (RFC 8461 §3.3). The Host header only says whether one of them is
 * meant: the answer is the same for all, and nothing of the header is in it.
 */
export function mtaStsRoutes(
  app: OpenAPIHono,
  { domains }: Pick<AccountContext, 'domains'>,
  { site }: { readonly site: { readonly stsPolicy: string } },
): void {
  app.get('/.well-known/mta-sts.txt', (c) => {
    const domain = policyHost.exec(c.req.header('Host') ?? '')?.[1];
    if (domain === undefined || domains.find(domain) === null) return c.notFound();
    return c.text(site.stsPolicy, 200, { 'Cache-Control': 'public, max-age=300' });
  });
}

/** How long security.txt says it holds; it is made anew with each request. RFC 9116 §2.5.5: less than a year. */
const securityTextLifeMs = 180 * 24 * 60 * 60 * 1000;

function robots(publicUrl: string): string {
  return ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

function sitemap(publicUrl: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...publicPages.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}

/** Where to report a weakness (RFC 9116). */
function securityText(publicUrl: string, contact: string, expires: Date): string {
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, lt',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** What robots read. It names PUBLIC_URL, so no build can write it. */
export function siteFileRoutes(
  app: OpenAPIHono,
  { settings, domains, clock }: AccountContext,
  { operatorEmail }: { readonly operatorEmail: string | null },
): void {
  const { publicUrl } = settings;
  app.get('/robots.txt', (c) => c.text(robots(publicUrl)));
  app.get('/sitemap.xml', (c) => c.body(sitemap(publicUrl), 200, { 'Content-Type': 'application/xml; charset=utf-8' }));
  app.get('/.well-known/security.txt', (c) => {
    const contact = operatorEmail ?? `postmaster@${domains.names()[0] ?? 'localhost'}`;
    return c.text(securityText(publicUrl, contact, new Date(clock.now() + securityTextLifeMs)));
  });
}
