import { settingsPages, type SettingsPage } from '#contract/pages.ts';
import { settingsMessages } from '#messages/pages/settings.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Link } from '#web/lib/router/link.tsx';

/** The way between the sections: beside them, or above them where there is no room. */
export function SectionNames({ current }: { current: SettingsPage }) {
  const offersDomains = useConfig()?.features.ownDomains !== false;
  const shown = settingsPages.filter((page) => page !== '/settings/domains' || offersDomains);
  return (
    <nav aria-label={settingsMessages.sections}>
      <ul className="grid grid-cols-2 gap-1 md:sticky md:top-6 md:-ml-3 md:grid-cols-1">
        {shown.map((page) => (
          <li key={page}>
            <Link
              to={page}
              aria-current={page === current ? 'page' : undefined}
              className={joinClasses(
                'flex min-h-10 items-center rounded-box px-3 py-2 text-small font-semibold transition',
                page === current ? 'bg-well text-ink' : 'text-soft hover:bg-well hover:text-ink',
              )}
            >
              {settingsMessages.pages[page]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
