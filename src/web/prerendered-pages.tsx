import { guideEntries } from 'virtual:guides';
import { guides, linkPages, settingsPages } from '#contract/pages.ts';
import { aboutMessages } from '#messages/legal/about.tsx';
import { gdprMessages } from '#messages/legal/gdpr.tsx';
import { privacyMessages } from '#messages/legal/privacy.tsx';
import { termsMessages } from '#messages/legal/terms.tsx';
import { transparencyMessages } from '#messages/legal/transparency.tsx';
import { shellMessages } from '#messages/pages/shell.ts';
import { Pages } from '#web/app/routes.tsx';
import { service } from '#web/lib/page-facts.ts';
import { queryClient } from '#web/app/query-client.ts';
import { drawPage } from '#web/draw-page.tsx';
import { aliasesQuery } from '#web/lib/aliases/held-aliases.ts';
import { adoptNobody, noAlias, nobody } from '#web/nobody.ts';

async function draw(path: string): Promise<string> {
  try {
    return await drawPage(path, <Pages />);
  } catch (error) {
    // Its timers would keep the build waiting.
    queryClient.clear();
    throw error;
  }
}

/** A page as the build makes it. */
export interface PrerenderedPage {
  /** What it is about, in the browser's tab and for those who search; null: what the service is about. */
  readonly about: { readonly title: string; readonly description: string } | null;
  /** null: it says what only the server knows, which draws it. */
  readonly html: string | null;
  /** It is a frame: what it shows is put in its place as a whole. Else it is hydrated as it stands. */
  readonly isShell: boolean;
}

function entitle({ title, description }: { readonly title: string; readonly description: string }) {
  return { title: shellMessages.pageTitle(title), description };
}

const policies = Object.entries({
  about: aboutMessages,
  privacy: privacyMessages,
  terms: termsMessages,
  gdpr: gdprMessages,
  transparency: transparencyMessages,
}).map(([name, { title, intro }]): [string, PrerenderedPage] => [
  name,
  { about: entitle({ title, description: intro }), html: null, isShell: false },
]);

async function drawGuides(): Promise<[string, PrerenderedPage][]> {
  const drawn: [string, PrerenderedPage][] = [];
  for (const name of guides) {
    drawn.push([
      `docs-${name}`,
      { about: entitle(guideEntries[name]), html: await draw(`/docs/${name}`), isShell: false },
    ]);
  }
  return drawn;
}

const notFound = { title: shellMessages.notFound, description: shellMessages.notFoundText };
/** What links in mails lead to, as one that holds nothing does. With one that does, theme.js has the frame say nothing. */
async function drawLinks(): Promise<[string, PrerenderedPage][]> {
  const drawn: [string, PrerenderedPage][] = [];
  for (const path of linkPages) {
    drawn.push([path.slice(1), { about: null, html: await draw(path), isShell: true }]);
  }
  return drawn;
}

const drawn: readonly (readonly [string, PrerenderedPage])[] = [
  ['landing', { about: null, html: await draw('/home'), isShell: false }],
  ['auth', { about: null, html: await draw('/auth'), isShell: false }],
  ['not-found', { about: entitle(notFound), html: await draw('/nowhere'), isShell: false }],
  ...(await drawGuides()),
  ...policies,
  ...(await drawLinks()),
];
service.isPrivate = true;
const privateLanding = await draw('/home');

adoptNobody(queryClient);
const own = async (path: string): Promise<PrerenderedPage> => {
  return { about: null, html: await draw(path), isShell: true };
};
const ownPrivateLanding = await own('/home');
service.isPrivate = false;

/** By the names of their files. Made by the build, not in a browser. */
export const prerenderedPages: ReadonlyMap<string, PrerenderedPage> = new Map([
  ...drawn,
  ['private-landing', { about: null, html: privateLanding, isShell: false }],
  ['own-private-landing', ownPrivateLanding],
  ['own-landing', await own('/home')],
  ['own-dashboard', await own('/dashboard')],
  ['own-alias', await drawAlias()],
  ...(await drawSettings()),
  ['own-operator', await own('/operator')],
]);

async function drawAlias(): Promise<PrerenderedPage> {
  const { queryKey } = aliasesQuery(nobody.id);
  queryClient.setQueryData(queryKey, { aliases: [noAlias] });
  const page = await own(`/aliases/${noAlias.id}`);
  queryClient.removeQueries({ queryKey });
  return page;
}

async function drawSettings(): Promise<[string, PrerenderedPage][]> {
  const drawn: [string, PrerenderedPage][] = [];
  for (const path of [...settingsPages, '/settings/held']) {
    drawn.push([`own-${path.slice(1).replaceAll('/', '-')}`, await own(path)]);
  }
  return drawn;
}

// Its timers would keep the build waiting.
queryClient.clear();
