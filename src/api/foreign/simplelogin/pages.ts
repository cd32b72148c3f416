import type { OpenAPIHono } from '@hono/zod-openapi';

/** Pages of SimpleLogin's website that its apps and its extension open, by what stands for them here. */
const pages = {
  '/dashboard/delete_account': '/dashboard',
  '/dashboard/pricing': '/dashboard',
  '/onboarding': '/dashboard',
  '/onboarding/final': '/dashboard',
} as const;

/** Leads there: whoever is not signed in is asked to on the way. */
export function simpleLoginPages(app: OpenAPIHono): void {
  for (const [theirs, ours] of Object.entries(pages)) app.get(theirs, (c) => c.redirect(ours, 302));
}
