import { Route, Routes, Navigate } from 'react-router';
import { Layout } from '#web/app/layout.tsx';
import {
  AboutPage,
  ConfirmPage,
  DocsPage,
  GdprPage,
  InboxPage,
  LandingPage,
  OperatorPage,
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
import { useSession } from '#web/lib/session.ts';

/** Which page stands at which path. */
export function Pages() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path="/" element={<HomeRoute />} />
        <Route path="/home" element={<LandingPage />} />
        <Route path="/auth" element={<AuthRoute />} />
        <Route path="/reset" element={<ResetPage />} />
        <Route path="/second-factor" element={<WarningPage />} />
        <Route path="/lock" element={<WarningPage />} />
        <Route path="/dashboard" element={<DashboardRoute />} />
        <Route path="/settings/:part?" element={<SettingsRoute />} />
        <Route path="/operator" element={<SignedIn page={OperatorPage} otherwise={<NotFoundCard />} />} />
        <Route path="/confirm" element={<ConfirmPage />} />
        <Route path="/take" element={<TakePage signIn={<AuthPage />} />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/gdpr" element={<GdprPage />} />
        <Route path="/transparency" element={<TransparencyPage />} />
        <Route path="/docs/:guide?" element={<DocsPage />} />
        <Route path="/inbox" element={<InboxPage />} />
        <Route path="*" element={<NotFoundCard />} />
      </Route>
    </Routes>
  );
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
  return user ? <Navigate to="/dashboard" replace /> : <AuthPage />;
}
