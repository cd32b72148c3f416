import { MailWarning, Settings, Keyboard } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/sign-in.ts';
import { aliasMessages, dashboardMessages as texts, shortcutMessages } from '#messages/pages/aliases.tsx';
import { IdentityQuestion } from '#web/components/identity-question.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { CreateAliasForm } from '#web/features/aliases/create-alias-form.tsx';
import { DeleteAccountCard } from '#web/features/aliases/delete-account.tsx';
import { AliasList } from '#web/features/aliases/list/alias-list.tsx';
import { useShortcut } from '#web/features/aliases/shortcuts.ts';
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
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <PageTitle text={texts.title} />
      <div className="flex items-end justify-between gap-4">
        <div>
          <h1 className="text-title font-semibold">{texts.title}</h1>
          <p className="mt-1 text-soft">{texts.subtitle}</p>
        </div>
        <div className="flex items-center gap-2">
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
      {user.suspension?.scope !== 'all' && <CreateAliasForm user={user} />}
      <p className="flex items-start gap-3 rounded-box bg-on-wash px-4 py-3 text-small text-on sm:items-center">
        <MailWarning aria-hidden="true" className="size-5 shrink-0" />
        {texts.spamNote}
      </p>
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
