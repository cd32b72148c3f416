import { etag } from 'hono/etag';
import { cacheControl } from '#api/middleware/cache-control.ts';
import { route } from '#api/route.ts';
import { publicConfigSchema } from '#contract/site.ts';
import { providerFeatures } from '#contract/provider.ts';

export const configRoutes = [
  route(
    'GET /api/config',
    {
      access: 'public',
      middleware: [cacheControl('public, no-cache'), etag({ weak: true })],
      tagged: true,
      answer: publicConfigSchema,
      description: 'What the browser must know of the set-up',
    },
    ({ core: { settings, domains, google, provider }, site }) => {
      const defaultDomain = domains.names()[0] ?? '';
      return {
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
      };
    },
  ),
];
