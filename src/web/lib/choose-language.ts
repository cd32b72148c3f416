import { languageCookie, type Language } from '#contract/account/languages.ts';
import type { User } from '#contract/sign-in.ts';
import { languageMessages as texts } from '#messages/head.ts';
import { reloadPage } from '#web/lib/fragment.ts';
import { request } from '#web/lib/request.ts';
import { reportFailure } from '#web/lib/toast.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** Kept with the account, and in the browser for the pages that strangers see. A page holds one language, so it is loaded anew. */
export async function chooseLanguage(language: Language, user: User | null): Promise<void> {
  try {
    if (user !== null) await request('PATCH /api/account', { payload: { language } });
    const secure = window.location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${languageCookie}=${language}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
    // Chromium keeps a cookie in another process, a moment later, and on a busy machine the page would come without it. To read waits.
    if (!document.cookie.includes(`${languageCookie}=${language}`)) throw new Error('The browser keeps no cookies.');
    reloadPage();
  } catch (error) {
    reportFailure(error, texts.failed, texts.failure);
  }
}
