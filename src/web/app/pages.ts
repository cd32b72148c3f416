import { lazy } from 'react';
import { withToaster } from '#web/components/ui/toasts.tsx';

// Code splitting: each page is a chunk, loaded when it is first needed.
export const LandingPage = lazy(async () => ({
  default: (await import('#web/features/landing/landing-page.tsx')).LandingPage,
}));
export const AuthPage = lazy(async () => ({
  default: (await withToaster(import('#web/features/auth/auth-page.tsx'))).AuthPage,
}));
export const SessionEnded = lazy(async () => ({
  default: (await import('#web/features/auth/session-ended.tsx')).SessionEnded,
}));
export const ResetPage = lazy(async () => ({
  default: (await withToaster(import('#web/features/auth/reset-page.tsx'))).ResetPage,
}));
export const WarningPage = lazy(async () => ({
  default: (await withToaster(import('#web/features/auth/second-factor-page.tsx'))).WarningPage,
}));
export const DashboardPage = lazy(async () => ({
  default: (await withToaster(import('#web/features/aliases/dashboard-page.tsx'))).DashboardPage,
}));
export const SettingsPage = lazy(async () => ({
  default: (await withToaster(import('#web/features/settings/settings-page.tsx'))).SettingsPage,
}));
export const OperatorPage = lazy(async () => ({
  default: (await withToaster(import('#web/features/operator/operator-page.tsx'))).OperatorPage,
}));
export const ConfirmPage = lazy(async () => ({
  default: (await withToaster(import('#web/features/confirm/confirm-page.tsx'))).ConfirmPage,
}));
export const TakePage = lazy(async () => ({
  default: (await withToaster(import('#web/features/take/take-page.tsx'))).TakePage,
}));
export const InboxPage = lazy(async () => ({
  default: (await import('#web/features/inbox/inbox-page.tsx')).InboxPage,
}));
export const AboutPage = lazy(async () => ({
  default: (await import('#web/features/legal/about-page.tsx')).AboutPage,
}));
export const PrivacyPage = lazy(async () => ({
  default: (await import('#web/features/legal/privacy-page.tsx')).PrivacyPage,
}));
export const TermsPage = lazy(async () => ({
  default: (await import('#web/features/legal/terms-page.tsx')).TermsPage,
}));
export const GdprPage = lazy(async () => ({ default: (await import('#web/features/legal/gdpr-page.tsx')).GdprPage }));
export const TransparencyPage = lazy(async () => ({
  default: (await import('#web/features/legal/transparency-page.tsx')).TransparencyPage,
}));
export const DocsPage = lazy(async () => ({ default: (await import('#web/features/docs/docs-page.tsx')).DocsPage }));
