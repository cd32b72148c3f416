import type { OpenAPIHono } from '@hono/zod-openapi';
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
