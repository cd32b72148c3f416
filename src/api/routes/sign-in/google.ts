import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { errorAnswers } from '#api/json-answers.ts';
import { createBrowserCookie } from '#api/middleware/browser-cookie.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import { AppError } from '#contract/errors.ts';
import {
  googleCallbackPath,
  googlePurposeSchema,
  type GoogleFailureReason,
  type GooglePurpose,
} from '#contract/sign-in.ts';
import { googleArrival } from '#contract/pages.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import {
  finishGoogleJourney,
  beginGoogleJourney,
  journeyLifeMs,
  openGoogleJourney,
} from '#core/sign-in/google-journey.ts';
import { GoogleFailure } from '#core/sign-in/google-provider.ts';

const startRoute = createRoute({
  method: 'get',
  path: '/api/auth/google',
  request: { query: z.object({ purpose: googlePurposeSchema.default('sign-in') }) },
  responses: {
    ...errorAnswers('invalid_input', 'not_found'),
    302: { description: 'To Google, or back to a page of ours that tells why not' },
  },
});

const callbackRoute = createRoute({
  method: 'get',
  path: googleCallbackPath,
  responses: {
    ...errorAnswers('not_found'),
    302: { description: 'To the dashboard or the settings, or to a page of ours that tells why not' },
  },
});

const { path, name, value } = googleArrival;

/** Where each journey ends, and where it ends when it fails. */
const pages: Readonly<Record<GooglePurpose, { done: string; failed: string }>> = {
  'sign-in': { done: `${path}?${name}=${value}`, failed: '/auth' },
  link: { done: '/settings', failed: '/settings' },
  confirm: { done: '/settings', failed: '/settings' },
};

function failurePage(purpose: GooglePurpose, reason: GoogleFailureReason): string {
  return `${pages[purpose].failed}?error=google&reason=${reason}`;
}

/** Null: nothing that a page could explain. */
function reasonOf(error: unknown): GoogleFailureReason | null {
  if (error instanceof GoogleFailure) return error.reason;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'rate_limited') return 'busy';
  return error.code === 'not_signed_in' ? 'expired' : null;
}

export function googleRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  const { google, limiter, settings } = core;
  const cookie = createBrowserCookie(settings.publicUrl, { name: 'kauke_google', lifeMs: journeyLifeMs });

  const requireGoogle = () => {
    if (google === null) throw new AppError('not_found');
    return google;
  };

  /** A page load has no use for JSON: what can go wrong on the way is told by the page at its end. */
  const redirect = async (c: Context, purpose: GooglePurpose, work: () => Promise<string>): Promise<Response> => {
    try {
      return c.redirect(await work());
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return c.redirect(failurePage(purpose, reason));
    }
  };

  app.openapi(startRoute, async (c) => {
    const provider = requireGoogle();
    const { purpose } = c.req.valid('query');
    return redirect(c, purpose, async () => {
      await limiter.take('googleStartPerNetwork', { ip: clientAddress(c) });
      const journey = await beginGoogleJourney(core, provider, purpose, await sessions.currentSession(c));
      cookie.write(c, journey.cookie);
      return journey.url;
    });
  });

  app.openapi(callbackRoute, async (c) => {
    const provider = requireGoogle();
    const journey = openGoogleJourney(core, cookie.take(c) ?? '');
    return redirect(c, journey?.purpose ?? 'sign-in', async () => {
      await limiter.take('signInPerNetwork', { ip: clientAddress(c) });
      if (journey === null) throw new GoogleFailure('expired');
      // The query only: the origin is ours by configuration, whatever the Host header says.
      const { search } = new URL(c.req.url);
      const arrival = { search, visitor: sessions.visitor(c), session: await sessions.currentSession(c) };
      const token = await finishGoogleJourney(core, provider, journey, arrival);
      if (token !== null) sessions.begin(c, token);
      return pages[journey.purpose].done;
    });
  });
}
