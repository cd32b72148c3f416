import { Settings, Keyboard } from 'lucide-react';
import { Suspense, use, useRef, useState } from 'react';
import type { User } from '#contract/sign-in.ts';
import {
  aliasListMessages,
  aliasMessages,
  dashboardMessages as texts,
  shortcutMessages,
} from '#messages/pages/aliases.tsx';
import { IdentityQuestion } from '#web/components/identity-question.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { FullScreenWaiting, Waiting } from '#web/components/ui/spinner.tsx';
import { DeleteAccountCard } from '#web/features/aliases/delete-account.tsx';
import { Creator } from '#web/features/aliases/line/creator.tsx';
import { FrozenContext } from '#web/features/aliases/frozen.ts';
import { AliasList } from '#web/features/aliases/list/alias-list.tsx';
import { SpamNote } from '#web/features/aliases/spam-note.tsx';
import { StartCard } from '#web/features/aliases/start/start-card.tsx';
import { useFirstSteps } from '#web/features/aliases/start/use-first-steps.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { Link } from '#web/lib/router/link.tsx';

function NotLoaded() {
  return <MessageCard title={texts.title}>{aliasMessages.partNotLoaded}</MessageCard>;
}

const StandingCard = lazyPart(
  async () => (await import('#web/features/aliases/standing-card.tsx')).StandingCard,
  NotLoaded,
);

const ShortcutDialog = lazyPart(
  async () => (await import('#web/features/aliases/shortcut-dialog.tsx')).ShortcutDialog,
  NotLoaded,
);

const HoldingCard = lazyPart(
  async () => (await import('#web/features/aliases/holding-card.tsx')).HoldingCard,
  () => null,
);

export function DashboardPage({ user }: { user: User }) {
  if ((user.leavingUntil ?? user.waitingSince) === undefined) return <Dashboard user={user} />;
  return (
    <Suspense fallback={<FullScreenWaiting />}>
      <StandingCard user={user}>
        <Ending user={user} />
      </StandingCard>
    </Suspense>
  );
}

function Dashboard({ user }: { user: User }) {
  const title = useRef<HTMLHeadingElement>(null);
  const isFrozen = user.suspension?.scope === 'all';
  const focusTitle = (): void => title.current?.focus();
  return (
    <FrozenContext value={isFrozen}>
      <div className="mx-auto flex w-full max-w-page flex-col gap-2 px-4 pt-2 pb-8 sm:px-6 sm:pt-3 sm:pb-12">
        <PageTitle text={texts.title} />
        <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 sm:flex">
          <h1 ref={title} tabIndex={-1} className="text-lead font-semibold outline-none">
            {texts.title}
          </h1>
          <p className="order-last col-span-2 text-small text-soft sm:order-none">{texts.subtitle}</p>
          <div className="flex items-center gap-2 sm:ml-auto">
            <Link
              to="/settings"
              className="inline-flex h-10 items-center gap-2 rounded-box px-2 text-small font-semibold text-soft hover:bg-well hover:text-ink"
            >
              <Settings aria-hidden="true" className="size-[18px]" />
              <span className="sr-only sm:not-sr-only">{texts.settings}</span>
            </Link>
            <ShortcutHelp />
          </div>
        </div>
        {user.suspension && (
          <Suspense>
            <StandingCard user={user} />
          </Suspense>
        )}
        {!isFrozen && <Creator user={user} />}
        <Started user={user} onGone={focusTitle} />
        {!isFrozen && (
          <Suspense>
            <HoldingCard />
          </Suspense>
        )}
        <Ending user={user} />
      </div>
    </FrozenContext>
  );
}

/**
 * The list, and over it what is to be done before mail comes. They are seen together, so that nothing is pushed down; both are
 * asked for at once.
 */
function Started({ user, onGone }: { user: User; onGone: () => void }) {
  const start = useFirstSteps(user.id);
  const isFrozen = use(FrozenContext);
  return (
    <>
      {start.isPending && <Waiting text={aliasListMessages.loading} />}
      {!start.isPending && !isFrozen && (
        <>
          <SpamNote hasMail={start.facts?.used === true} onGone={onGone} />
          <StartCard start={start} onGone={onGone} />
        </>
      )}
      <div className={start.isPending ? 'hidden' : 'contents'}>
        <AliasList user={user} />
      </div>
    </>
  );
}

/** The end of the account, and who is asked before it. */
function Ending({ user }: { user: User }) {
  return (
    <>
      <DeleteAccountCard user={user} />
      <IdentityQuestion />
    </>
  );
}

/** The button that shows which keys do what, and a way to switch the single ones off. `?` does so on every page. */
function ShortcutHelp() {
  const [open, setOpen] = useState(false);

  return (
    <>
      <div className="-mr-3 hidden md:block">
        <IconButton label={shortcutMessages.title} onClick={() => setOpen(true)}>
          <Keyboard aria-hidden="true" />
        </IconButton>
      </div>
      <Suspense>{open && <ShortcutDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
