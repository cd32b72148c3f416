import { Route, Routes } from 'react-router';
import { AuthRoute } from '#web/app/auth-route.tsx';
import { DashboardRoute } from '#web/app/dashboard-route.tsx';
import { HomeRoute } from '#web/app/home-route.tsx';
import { Layout } from '#web/app/layout.tsx';
import {
  AboutPage,
  ConfirmPage,
  DocsPage,
  GdprPage,
  InboxPage,
  LandingPage,
  PrivacyPage,
  ResetPage,
  TermsPage,
  TransparencyPage,
} from '#web/app/pages.ts';
import { SettingsRoute } from '#web/app/settings-route.tsx';
import { NotFoundCard } from '#web/components/not-found-card.tsx';

/** Which page stands at which path. */
export function Pages() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path="/" element={<HomeRoute />} />
        <Route path="/home" element={<LandingPage />} />
        <Route path="/auth" element={<AuthRoute />} />
        <Route path="/reset" element={<ResetPage />} />
        <Route path="/dashboard" element={<DashboardRoute />} />
        <Route path="/settings" element={<SettingsRoute />} />
        <Route path="/confirm" element={<ConfirmPage />} />
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
