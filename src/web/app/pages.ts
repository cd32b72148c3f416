import { lazy } from 'react';

// Each page is loaded when it is first needed.
export const LandingPage = lazy(async () => ({
  default: (await import('#web/features/landing/landing-page.tsx')).LandingPage,
}));
export const AuthPage = lazy(async () => ({ default: (await import('#web/features/auth/auth-page.tsx')).AuthPage }));
export const DashboardPage = lazy(async () => ({
  default: (await import('#web/features/aliases/dashboard-page.tsx')).DashboardPage,
}));
export const ConfirmPage = lazy(async () => ({
  default: (await import('#web/features/confirm/confirm-page.tsx')).ConfirmPage,
}));
export const InboxPage = lazy(async () => ({
  default: (await import('#web/features/inbox/inbox-page.tsx')).InboxPage,
}));
