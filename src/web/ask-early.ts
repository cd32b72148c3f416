import type { languageHeader } from '#contract/account/languages.ts';

declare global {
  /** Answers of the API that are on their way before the program is, by their paths. Each serves once, while the page is first drawn. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** What the pages of an account are first drawn from, by how their paths begin, beside what all of them are. */
const asked: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/(?:dashboard|auth)?$/u, ['/api/domains', '/api/account/first-steps']],
  [/^\/settings\/security$/u, ['/api/account/sessions', '/api/account/security']],
  [/^\/settings\/inboxes$/u, ['/api/targets', '/api/sender-rules']],
  [/^\/settings\/domains$/u, ['/api/account/domains']],
  [/^\/settings\/api-keys$/u, ['/api/api-keys', '/api/targets', '/api/account/domains']],
  [/^\/settings\/held$/u, ['/api/held']],
];
const ofAliases = /^\/(?:(?:dashboard|auth)?$|aliases\/)/u;

// Written out: imported, it would come with the program, which is not to be waited for.
const inLanguage: typeof languageHeader = 'kauke-language';

/** One that nobody takes would stay open. */
async function readWhole(asking: Promise<Response>): Promise<Response> {
  const answer = await asking;
  return new Response(await answer.arrayBuffer(), answer);
}

async function findUserId(session: Promise<Response>): Promise<string | undefined> {
  const { user } = (await (await session).clone().json()) as { user: { id: string } | null };
  return user?.id;
}

/** Asks for what a page of an account is drawn from while its program is still being loaded. What fails is asked for again by that. */
export async function askEarly(pathname: string): Promise<void> {
  const early = new Map<string, Promise<Response>>();
  globalThis.earlyAnswers = early;
  const ask = (path: string): Promise<Response> => {
    const headers = __LANGUAGE__ === 'en' ? {} : { [inLanguage]: __LANGUAGE__ };
    const answer = readWhole(fetch(path, { credentials: 'same-origin', headers }));
    answer.catch(() => early.delete(path));
    early.set(path, answer);
    return answer;
  };
  const session = ask('/api/auth/session');
  const own = asked.filter(([pattern]) => pattern.test(pathname)).flatMap(([, paths]) => paths);
  for (const path of ['/api/config', '/api/account', ...own]) void ask(path);
  if (!ofAliases.test(pathname)) return;
  if (document.documentElement.dataset['provider'] === 'builtin') void ask('/api/deliveries');
  const userId = await findUserId(session).catch(() => undefined);
  if (userId !== undefined) void ask(`/api/aliases/${userId}`);
}
