import type { Context } from 'hono';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { pagePolicy } from '#api/middleware/answer-headers.ts';
import { renderUnsubscribePage, type UnsubscribeView } from '#api/routes/site/unsubscribe-page.ts';
import { defaultLanguage, findAcceptedLanguage } from '#contract/account/languages.ts';
import { AppError } from '#contract/errors.ts';
import { unsubscribePath } from '#contract/aliases/unsubscribe.ts';
import {
  readUnsubscribeLink,
  useUnsubscribeLink,
  type UnsubscribeContext,
} from '#core/unsubscribe/unsubscribe-link.ts';
import { unsubscribeLinkDays } from '#core/unsubscribe/unsubscribe-token.ts';
import { unsubscribeTexts } from '#messages/all-languages.ts';

/** `List-Unsubscribe=One-Click`, as a form of any kind, and more. */
const bodyMaxBytes = 4096;
const nonceBytes = 16;

/** What a form says, of either kind that RFC 8058 §3.2 knows; null where it says nothing of ours. */
async function readWish(c: Context): Promise<'act' | 'undo' | null> {
  const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  if (form['List-Unsubscribe'] === 'One-Click') return 'act';
  return form['undo'] === 'yes' ? 'undo' : null;
}

async function use(context: UnsubscribeContext, token: string, wish: 'act' | 'undo'): Promise<UnsubscribeView> {
  try {
    return (await useUnsubscribeLink(context, token, wish)) ?? 'unusable';
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return 'too-often';
    throw error;
  }
}

function statusOf(view: UnsubscribeView): 200 | 400 | 404 | 429 {
  if (view === 'too-often') return 429;
  return view === 'unusable' ? 404 : 200;
}

/**
 * Where the unsubscribe buttons of owners lead (RFC 8058). Programs POST `List-Unsubscribe=One-Click` and read nothing but the status;
 * people get a page that needs no script. No cookie is read and none set: all that counts is the token, so that it is all one which
 * site a form comes from. To be mounted before what guards sessions, and before what takes JSON alone. A GET never changes anything,
 * as it is programs that open links first.
 */
export function unsubscribeRoutes(app: OpenAPIHono, context: UnsubscribeContext): void {
  const path = `${unsubscribePath}:token` as const;

  const read = async (c: Context): Promise<UnsubscribeView> =>
    (await readUnsubscribeLink(context, c.req.param('token') ?? '')) ?? 'unusable';

  const answer = (c: Context, view: UnsubscribeView, { undone = false, status = statusOf(view) } = {}) => {
    const owners = typeof view === 'string' ? null : view.language;
    const language = owners ?? findAcceptedLanguage(c.req.header('Accept-Language')) ?? defaultLanguage;
    const nonce = context.random.bytes(nonceBytes).toString('base64');
    c.header('Content-Security-Policy', pagePolicy(nonce));
    c.header('Cache-Control', 'no-store');
    c.header('Content-Language', language);
    const texts = unsubscribeTexts[language];
    const page = renderUnsubscribePage(view, { texts, language, nonce, days: unsubscribeLinkDays, undone });
    return c.html(page, status);
  };

  app.get(path, async (c) => answer(c, await read(c)));

  const limit = bodyLimit({
    maxSize: bodyMaxBytes,
    onError: () => {
      throw new AppError('body_too_large');
    },
  });
  app.post(path, limit, async (c) => {
    const wish = await readWish(c);
    if (wish === null) return answer(c, await read(c), { status: 400 });
    const view = await use(context, c.req.param('token'), wish);
    return answer(c, view, { undone: wish === 'undo' && typeof view !== 'string' && view.state === 'open' });
  });
}
