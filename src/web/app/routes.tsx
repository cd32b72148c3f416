import type { ReactNode } from 'react';
import { AfterWaiting } from '#web/components/ui/spinner.tsx';
import { findPage, operatorPage, type Page } from '#contract/pages.ts';
import { Layout } from '#web/app/layout.tsx';
import {
  AboutPage,
  AliasPage,
  ConfirmPage,
  DocsPage,
  GdprPage,
  InboxPage,
  OfflinePage,
  LandingPage,
  OperatorPage,
  PairPage,
  PrivacyPage,
  ResetPage,
  TakePage,
  TermsPage,
  TransparencyPage,
  WarningPage,
  DashboardPage,
  AuthPage,
  SettingsPage,
} from '#web/app/pages.ts';
import { SignedIn } from '#web/app/signed-in.tsx';
import { NotFoundCard } from '#web/components/message-card.tsx';
import { useGoogleArrival } from '#web/features/auth/google-arrival.ts';
import { useLocation } from '#web/lib/router/place.ts';
import { Navigate } from '#web/lib/router/router.tsx';
import { useSession } from '#web/lib/session.ts';

const settings = <SettingsRoute />;

const elements: Readonly<Record<Page | typeof operatorPage, ReactNode>> = {
  '/': <HomeRoute />,
  '/home': <LandingPage />,
  '/auth': <AuthRoute />,
  '/reset': <ResetPage />,
  '/second-factor': <WarningPage />,
  '/lock': <WarningPage />,
  '/dashboard': <DashboardRoute />,
  '/aliases/:id': <SignedIn page={AliasPage} otherwise={<AuthPage />} />,
  '/settings': settings,
  '/settings/sign-in': settings,
  '/settings/security': settings,
  '/settings/inboxes': settings,
  '/settings/domains': settings,
  '/settings/api-keys': settings,
  '/settings/data': settings,
  '/settings/held': settings,
  '/operator': <SignedIn page={OperatorPage} otherwise={<NotFoundCard />} />,
  '/confirm': <ConfirmPage />,
  '/offline': <OfflinePage />,
  '/take': (
    <AfterWaiting>
      <TakePage signIn={<AuthPage />} />
    </AfterWaiting>
  ),
  '/pair': (
    <AfterWaiting>
      <PairPage signIn={<AuthPage />} />
    </AfterWaiting>
  ),
  '/about': <AboutPage />,
  '/privacy': <PrivacyPage />,
  '/terms': <TermsPage />,
  '/gdpr': <GdprPage />,
  '/transparency': <TransparencyPage />,
  '/docs': <DocsPage />,
  '/docs/:guide': <DocsPage />,
  '/inbox': <InboxPage />,
};

/** Which page stands at which path: the same as the server knows. */
export function Pages() {
  const { pathname } = useLocation();
  const page = pathname === operatorPage ? operatorPage : findPage(pathname);
  return <Layout>{page === null ? <NotFoundCard /> : elements[page]}</Layout>;
}

/** `/`: the dashboard for those who are signed in, else the landing page. */
function HomeRoute() {
  return <SignedIn page={DashboardPage} otherwise={<LandingPage />} />;
}

/** `/settings`: shows the sign-in screen in its place to those who are signed out. */
function SettingsRoute() {
  return <SignedIn page={SettingsPage} otherwise={<AuthPage />} />;
}

/** `/dashboard`: shows the sign-in screen in its place to those who are signed out. */
function DashboardRoute() {
  useGoogleArrival();
  return <SignedIn page={DashboardPage} otherwise={<AuthPage />} />;
}

/** `/auth`: prerendered, and leads on to the dashboard as soon as somebody is signed in. */
function AuthRoute() {
  const { user } = useSession();
  return user ? <Navigate to="/dashboard" /> : <AuthPage />;
}
