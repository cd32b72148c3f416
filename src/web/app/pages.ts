import type { ComponentType } from 'react';
import type { User } from '#contract/sign-in.ts';
import { withToaster } from '#web/components/ui/toasts.tsx';
import { lazyComponent } from '#web/lib/lazy-part.ts';

/** Code splitting: each page is a chunk, loaded when it is first needed. */
function lazyPage<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
) {
  return lazyComponent(async () => (await load())[name]);
}

export const LandingPage = lazyPage('LandingPage', () => import('#web/features/landing/landing-page.tsx'));
export const AuthPage = lazyPage('AuthPage', () => withToaster(import('#web/features/auth/auth-page.tsx')));
export const SessionEnded = lazyPage('SessionEnded', () => import('#web/features/auth/session-ended.tsx'));
export const ResetPage = lazyPage('ResetPage', () => withToaster(import('#web/features/auth/reset-page.tsx')));
export const WarningPage = lazyPage('WarningPage', () =>
  withToaster(import('#web/features/auth/second-factor-page.tsx')),
);
export const DashboardPage = lazyPage('DashboardPage', () =>
  withToaster(import('#web/features/aliases/dashboard-page.tsx')),
);
export const AliasPage = lazyPage('AliasPage', () => withToaster(import('#web/features/aliases/page/alias-page.tsx')));
export const SettingsPage = lazyPage<'SettingsPage', { user: User }>('SettingsPage', () =>
  withToaster(import('#web/features/settings/settings-page.tsx')),
);
export const OperatorPage = lazyPage('OperatorPage', () =>
  withToaster(import('#web/features/operator/operator-page.tsx')),
);
export const ConfirmPage = lazyPage('ConfirmPage', () => withToaster(import('#web/features/confirm/confirm-page.tsx')));
export const OfflinePage = lazyPage('OfflinePage', () => withToaster(import('#web/features/offline/offline-page.tsx')));
export const TakePage = lazyPage('TakePage', () => withToaster(import('#web/features/take/take-page.tsx')));
export const PairPage = lazyPage('PairPage', () => withToaster(import('#web/features/pair/pair-page.tsx')));
export const InboxPage = lazyPage('InboxPage', () => import('#web/features/inbox/inbox-page.tsx'));
export const AboutPage = lazyPage('AboutPage', () => import('#web/features/legal/about-page.tsx'));
export const PrivacyPage = lazyPage('PrivacyPage', () => import('#web/features/legal/privacy-page.tsx'));
export const TermsPage = lazyPage('TermsPage', () => import('#web/features/legal/terms-page.tsx'));
export const GdprPage = lazyPage('GdprPage', () => import('#web/features/legal/gdpr-page.tsx'));
export const TransparencyPage = lazyPage('TransparencyPage', () => import('#web/features/legal/transparency-page.tsx'));
export const DocsPage = lazyPage('DocsPage', () => import('#web/features/docs/docs-page.tsx'));
