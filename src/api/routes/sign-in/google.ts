import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createBrowserCookie, type BrowserCookie } from '#api/middleware/browser-cookie.ts';
import { route } from '#api/route.ts';
import { admissionErrors } from '#api/routes/sign-in/invitation.ts';
import { AppError } from '#contract/errors.ts';
import { googleStartSchema, invitationInputSchema } from '#contract/account/registration.ts';
import {
  confirmingPageSchema,
  googleCallbackPath,
  googlePurposeSchema,
  type GoogleFailureReason,
  type GooglePurpose,
} from '#contract/sign-in.ts';
import { googleArrival } from '#contract/pages.ts';
import { requireAdmission } from '#core/registration/admit-account.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { beginGoogleJourney, finishGoogleJourney, journeyLifeMs, openGoogleJourney } from '#core/sign-in/oauth-flow.ts';
import { GoogleFailure, type GoogleProvider } from '#core/sign-in/google-provider.ts';

const { path, name, value } = googleArrival;

/** Where each journey ends, and where it ends when it fails. */
const pages: Readonly<Record<GooglePurpose, { done: string; failed: string }>> = {
  'sign-in': { done: `${path}?${name}=${value}`, failed: '/auth' },
  link: { done: '/settings', failed: '/settings' },
  confirm: { done: '/settings', failed: '/settings' },
  profile: { done: '/settings', failed: '/settings' },
};

function failurePage(purpose: GooglePurpose, reason: GoogleFailureReason): string {
  return `${pages[purpose].failed}?error=google&reason=${reason}`;
}

/** Null: nothing that a page could explain. */
function reasonOf(error: unknown): GoogleFailureReason | null {
  if (error instanceof GoogleFailure) return error.reason;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'rate_limited') return 'busy';
  if (error.code === 'account_locked') return 'locked';
  if (admissionErrors.some((code) => code === error.code)) return 'uninvited';
  return error.code === 'not_signed_in' ? 'expired' : null;
}

function journeyCookie({ settings }: AccountContext): BrowserCookie {
  return createBrowserCookie(settings.publicUrl, { name: 'kauke_google', lifeMs: journeyLifeMs });
}

/** @throws AppError not_found where Google sign-in is not set up. */
function getGoogle({ google }: AccountContext): GoogleProvider {
  if (google === null) throw new AppError('not_found');
  return google;
}

/** A page load has no use for JSON: what can go wrong on the way is told by the page at its end. */
async function redirect(c: Context, purpose: GooglePurpose, work: () => Promise<string>): Promise<Response> {
  try {
    return c.redirect(await work());
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return c.redirect(failurePage(purpose, reason));
  }
}

export const googleRoutes = [
  route(
    'GET /api/auth/google',
    {
      access: 'public',
      query: z.object({
        purpose: googlePurposeSchema.default('sign-in'),
        /** For a confirmation: the page that asks for it. */
        from: confirmingPageSchema.default('/settings'),
      }),
      errors: ['not_found', 'account_waiting'],
      status: 302,
      description: 'To Google, or back to a page of ours that tells why not',
    },
    ({ core, sessions, c, ip, query: { purpose, from } }) => {
      const google = getGoogle(core);
      return redirect(c, purpose, async () => {
        await core.limiter.take('googleStartPerNetwork', { ip });
        const session = await sessions.currentSession(c);
        const journey = await beginGoogleJourney(core, google, { purpose, from, session });
        journeyCookie(core).write(c, journey.cookie);
        return journey.url;
      });
    },
  ),

  route(
    'POST /api/auth/google',
    {
      access: 'public',
      input: invitationInputSchema,
      errors: ['not_found', ...admissionErrors, 'rate_limited', 'unavailable'],
      answer: googleStartSchema,
      description: 'Where the browser goes to sign in with Google by an invitation, which waits sealed in a cookie',
    },
    async ({ core, c, ip, input: { invitation } }) => {
      const google = getGoogle(core);
      await core.limiter.take('googleStartPerNetwork', { ip });
      await requireAdmission(core, invitation);
      const departure = { purpose: 'sign-in', from: '/dashboard', invitation, session: null } as const;
      const journey = await beginGoogleJourney(core, google, departure).catch((error: unknown) => {
        throw error instanceof GoogleFailure ? new AppError('unavailable') : error;
      });
      journeyCookie(core).write(c, journey.cookie);
      return { url: journey.url };
    },
  ),

  route(
    `GET ${googleCallbackPath}`,
    {
      access: 'public',
      errors: ['not_found'],
      status: 302,
      description: 'To the dashboard or the settings, or to a page of ours that tells why not',
    },
    ({ core, sessions, c, ip }) => {
      const google = getGoogle(core);
      const journey = openGoogleJourney(core, journeyCookie(core).take(c) ?? '');
      return redirect(c, journey?.purpose ?? 'sign-in', async () => {
        await core.limiter.take('signInPerNetwork', { ip });
        if (journey === null) throw new GoogleFailure('expired');
        // The query only: the origin is ours by configuration, whatever the Host header says.
        const { search } = new URL(c.req.url);
        const arrival = { search, origin: sessions.originOf(c), session: await sessions.currentSession(c) };
        sessions.begin(c, await finishGoogleJourney(core, google, journey, arrival));
        return journey.purpose === 'confirm' ? journey.from : pages[journey.purpose].done;
      });
    },
  ),
];
