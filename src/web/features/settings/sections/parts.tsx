import type { ComponentType } from 'react';
import type { Account } from '#contract/account.ts';
import { settingsPages, type SettingsPage } from '#contract/pages.ts';
import { settingsMessages } from '#messages/pages/settings.ts';
import { Card } from '#web/components/ui/card.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';

type Part = ComponentType<{ account: Account }>;

/** What draws each section: loaded by those who open it. */
const loaders: Readonly<Record<SettingsPage, () => Promise<Part>>> = {
  '/settings/sign-in': async () => (await import('#web/features/settings/methods/sign-in-sections.tsx')).SignInSections,
  '/settings/security': async () =>
    (await import('#web/features/settings/security/security-sections.tsx')).SecuritySections,
  '/settings/inboxes': async () => (await import('#web/features/settings/targets/inbox-sections.tsx')).InboxSections,
  '/settings/domains': async () => (await import('#web/features/settings/domains/domains-section.tsx')).DomainsSection,
  '/settings/api-keys': async () =>
    (await import('#web/features/settings/api-keys/api-key-sections.tsx')).ApiKeySections,
  '/settings/data': async () => (await import('#web/features/settings/data/data-sections.tsx')).DataSections,
};

function NotLoaded() {
  return (
    <Card role="alert" className="p-12 text-center text-soft">
      {settingsMessages.notLoaded}
    </Card>
  );
}

function lazySection(path: SettingsPage) {
  return lazyPart(loaders[path], NotLoaded);
}

export const sections: Readonly<Record<SettingsPage, ReturnType<typeof lazySection>>> = {
  '/settings/sign-in': lazySection('/settings/sign-in'),
  '/settings/security': lazySection('/settings/security'),
  '/settings/inboxes': lazySection('/settings/inboxes'),
  '/settings/domains': lazySection('/settings/domains'),
  '/settings/api-keys': lazySection('/settings/api-keys'),
  '/settings/data': lazySection('/settings/data'),
};

export const HeldPage = lazyPart(
  async () => (await import('#web/features/settings/held/held-page.tsx')).HeldPage,
  NotLoaded,
);

/** Loads what draws the section at a path, so that it comes with the page around it. */
export async function loadSection(pathname: string): Promise<void> {
  const path = settingsPages.find((page) => page === pathname) ?? settingsPages[0];
  await (pathname === '/settings/held' ? HeldPage : sections[path]).load();
}
