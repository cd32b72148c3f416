import type { OpenAPIHono } from '@hono/zod-openapi';
import { etag } from 'hono/etag';
import type { ApiDocument } from '#api/documentation/api-document.ts';
import { describeApi } from '#api/documentation/describe-api.ts';
import { cacheControl, pagePolicy } from '#api/middleware/answer-headers.ts';
import { renderApiPage } from '#api/render-api-page.ts';
import type { Random } from '#platform/random.ts';

const nonceBytes = 16;

/** The description of the API: for programs at `/api/openapi.json`, for people at `/api/docs`, which has the `look` of the web app. */
export function docsRoutes(
  app: OpenAPIHono,
  { random, settings }: { readonly random: Random; readonly settings: { readonly publicUrl: string } },
  { version }: { readonly version: string },
  look: (nonce: string) => string,
): void {
  // Made when first asked for: only then are all routes mounted.
  let made: ApiDocument | null = null;
  const document = (): ApiDocument => (made ??= describeApi(app, { version, url: settings.publicUrl }));
  const caching = cacheControl('public, no-cache');

  app.get('/api/openapi.json', caching, etag({ weak: true }), (c) => c.json(document()));

  app.get('/api/docs', caching, (c) => {
    const nonce = random.bytes(nonceBytes).toString('base64');
    c.header('Content-Security-Policy', pagePolicy(nonce));
    return c.html(renderApiPage(document(), nonce, look(nonce)));
  });
}
