import { useQuery } from '@tanstack/react-query';
import { BookOpen, Globe, Inbox, Settings, VenetianMask, type LucideIcon } from 'lucide-react';
import type { Account } from '#contract/account.ts';
import type { User } from '#contract/sign-in.ts';
import type { PublicConfig } from '#contract/site.ts';
import { placeMessages as texts } from '#messages/pages/account/places.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Link } from '#web/lib/router/link.tsx';
import { useLocation } from '#web/lib/router/place.ts';

interface Place {
  readonly to: string;
  /** What its pages begin with, where that is not `to`. */
  readonly root?: string;
  readonly text: string;
  readonly Icon: LucideIcon;
}

const aliases: Place = { to: '/dashboard', text: texts.aliases, Icon: VenetianMask };
const settings: Place = { to: '/settings/sign-in', root: '/settings', text: texts.settings, Icon: Settings };
const held: Place = { to: '/settings/held', text: texts.held, Icon: Inbox };
const domains: Place = { to: '/settings/domains', text: texts.domains, Icon: Globe };

/** What an account has used, of what is offered here. */
function findUsed({ held: offersHeld, ownDomains }: PublicConfig['features'], account: Account): Place[] {
  const { holdDays, heldMessages } = account;
  const usesHeld = offersHeld && ((holdDays ?? 0) > 0 || heldMessages > 0);
  return [...(usesHeld ? [held] : []), ...(ownDomains && account.ownDomains > 0 ? [domains] : [])];
}

/** Where somebody can go: always the same, then what they have used. `isKnown`: nothing more will come. */
function usePlaces({ leavingUntil, waitingSince }: User): { places: Place[]; isKnown: boolean } {
  const config = useConfig();
  // Whoever is leaving, or waits for the operator, has no settings.
  const isFull = (leavingUntil ?? waitingSince) === undefined;
  const { data, isLoading } = useQuery({ ...accountQuery, enabled: isFull });
  const docs = { to: config?.links.docs ?? '/docs', text: texts.docs, Icon: BookOpen };
  if (!isFull) return { places: [aliases, docs], isKnown: true };
  const used = config && data ? findUsed(config.features, data.account) : [];
  return { places: [aliases, settings, docs, ...used], isKnown: !isLoading };
}

/** The place that a page belongs to: the one whose address is the longest beginning of the page's. */
function findPlace(places: readonly Place[], pathname: string): Place | undefined {
  // The list is at `/`, too, and each of its aliases has a page.
  const path = `${/^\/(?:aliases\/.*)?$/u.test(pathname) ? aliases.to : pathname}/`;
  return places
    .filter(({ to, root = to }) => path.startsWith(`${root}/`))
    .toSorted((a, b) => (b.root ?? b.to).length - (a.root ?? a.to).length)[0];
}

/**
 * The places of an account: in the bar at the top, and on a phone in one at the bottom, within reach of the thumb. It is one list, so
 * that nobody hears it twice.
 */
export function Places({ user }: { user: User }) {
  const { pathname } = useLocation();
  const { places, isKnown } = usePlaces(user);
  const current = findPlace(places, pathname);
  return (
    <ul
      className={joinClasses(
        'flex md:ml-2 md:gap-1 lg:ml-4 print:hidden',
        'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:h-(--places) max-md:justify-around',
        'max-md:border-t max-md:border-line max-md:bg-paper max-md:pb-[env(safe-area-inset-bottom)]',
        // What comes last would move the others aside.
        !isKnown && 'max-md:invisible',
      )}
      data-places
    >
      {places.map((place) => (
        <li key={place.to} className="max-md:flex-1">
          <PlaceLink place={place} current={place === current} exact={pathname === place.to || pathname === '/'} />
        </li>
      ))}
    </ul>
  );
}

function PlaceLink({ place: { to, text, Icon }, current, exact }: { place: Place; current: boolean; exact: boolean }) {
  return (
    <Link
      to={to}
      {...(current && { 'aria-current': exact ? ('page' as const) : ('true' as const) })}
      className={joinClasses(
        'flex items-center justify-center rounded-box text-small font-semibold transition hover:text-ink',
        'max-md:h-full max-md:flex-col max-md:gap-1 max-md:text-note md:h-10 md:px-2 md:hover:bg-well lg:px-3',
        current ? 'text-ink max-md:text-amber-deep md:bg-well' : 'text-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-5 md:hidden" />
      {text}
    </Link>
  );
}
