import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { etag } from 'hono/etag';
import { jsonAnswer } from '#api/json-answers.ts';
import { cacheControl } from '#api/middleware/cache-control.ts';
import { publicConfigSchema, type PublicConfig, type SiteLinks } from '#contract/site.ts';
import { providerFeatures } from '#contract/provider.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** What the operator decided about this installation and the browser may know. */
export interface Site {
  readonly version: string;
  /** Where mail programs send as an alias. */
  readonly smtp: Readonly<PublicConfig['smtp']>;
  /** null: postmaster at the first domain, whose mail the operator gets. */
  readonly privacyEmail: string | null;
  readonly links: Readonly<SiteLinks>;
  readonly legal: Readonly<PublicConfig['legal']>;
  /** The body of the MTA-STS policy of all alias domains. */
  readonly stsPolicy: string;
}

const configRoute = createRoute({
  method: 'get',
  path: '/api/config',
  middleware: [cacheControl('public, no-cache'), etag({ weak: true })],
  responses: {
    304: { description: 'Unchanged' },
    ...jsonAnswer(200, publicConfigSchema, 'What the browser must know of the set-up'),
  },
});

export function configRoutes(app: OpenAPIHono, core: AccountContext, site: Site): void {
  const { settings, domains, google, provider } = core;
  app.openapi(configRoute, (c) => {
    const defaultDomain = domains.names()[0] ?? '';
    return c.json(
      {
        version: site.version,
        delivery: settings.delivery,
        preview: settings.delivery === 'preview',
        google: google !== null,
        provider: provider.name,
        features: providerFeatures[provider.name],
        defaultDomain,
        confirmationRequired: settings.targetConfirmation === 'required',
        smtp: site.smtp,
        privacyEmail: site.privacyEmail ?? `postmaster@${defaultDomain}`,
        links: site.links,
        legal: site.legal,
      },
      200,
    );
  });
}
