import { Settings, Keyboard } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/sign-in.ts';
import { aliasMessages, dashboardMessages as texts, shortcutMessages } from '#messages/pages/aliases.tsx';
import { IdentityQuestion } from '#web/components/identity-question.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { DeleteAccountCard } from '#web/features/aliases/delete-account.tsx';
import { Creator } from '#web/features/aliases/line/creator.tsx';
import { AliasList } from '#web/features/aliases/list/alias-list.tsx';
import { useShortcut } from '#web/features/aliases/shortcuts.ts';
import { SpamNote } from '#web/features/aliases/spam-note.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';

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
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-2 px-4 pt-2 pb-8 sm:px-6 sm:pt-3 sm:pb-12">
      <PageTitle text={texts.title} />
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 sm:flex">
        <h1 ref={title} tabIndex={-1} className="text-lead font-semibold outline-none">
          {texts.title}
        </h1>
        <p className="order-last col-span-2 text-note text-soft sm:order-none sm:text-small">{texts.subtitle}</p>
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
      {user.suspension?.scope !== 'all' && <Creator user={user} />}
      <SpamNote onGone={() => title.current?.focus()} />
      <AliasList user={user} />
      <Suspense>
        <HoldingCard />
      </Suspense>
      <Ending user={user} />
    </div>
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

/** The button that shows which keys do what, and a way to switch the single ones off. */
function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  useShortcut('?', () => setOpen(true));

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
