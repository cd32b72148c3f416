import { aliasPattern, findPage, operatorPage, type Page } from '#contract/pages.ts';
import { loadBar } from '#web/app/bar/navigation-bar.tsx';
import {
  AboutPage,
  AliasPage,
  ConfirmPage,
  DashboardPage,
  DocsPage,
  GdprPage,
  LandingPage,
  OperatorPage,
  PairPage,
  PrivacyPage,
  ResetPage,
  SettingsPage,
  TakePage,
  TermsPage,
  TransparencyPage,
  WarningPage,
} from '#web/app/pages.ts';

/** Those that are drawn behind their frames, beside the settings. */
const framed: Readonly<Partial<Record<Page | typeof operatorPage, { load(): Promise<void> }>>> = {
  '/': DashboardPage,
  '/auth': DashboardPage,
  '/dashboard': DashboardPage,
  [aliasPattern]: AliasPage,
  [operatorPage]: OperatorPage,
  '/home': LandingPage,
  '/docs': DocsPage,
  '/docs/:guide': DocsPage,
  '/about': AboutPage,
  '/privacy': PrivacyPage,
  '/terms': TermsPage,
  '/gdpr': GdprPage,
  '/transparency': TransparencyPage,
  '/reset': ResetPage,
  '/second-factor': WarningPage,
  '/lock': WarningPage,
  '/confirm': ConfirmPage,
  '/take': TakePage,
  '/pair': PairPage,
};

async function loadSection(pathname: string): Promise<void> {
  await SettingsPage.load();
  await (await import('#web/features/settings/settings-page.tsx')).loadSection(pathname);
}

/** Loads a page, with what surrounds it for those who are signed in. What fails says so where it is drawn. */
export async function loadPage(pathname: string, isSignedIn: boolean): Promise<void> {
  const page = pathname === operatorPage ? operatorPage : findPage(pathname);
  const loading = pathname.startsWith('/settings') ? loadSection(pathname) : page && framed[page]?.load();
  await Promise.allSettled([loading, isSignedIn && loadBar()]);
}
