import { SquarePen } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { InboxEntry } from '#contract/inbox.ts';
import { limits } from '#contract/limits.ts';
import { inboxMessages as texts, inboxWritingMessages } from '#messages/pages/inbox.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { MessageView } from '#web/features/inbox/message-view.tsx';
import { useMessages } from '#web/features/inbox/messages.ts';
import { WriteForm } from '#web/features/inbox/write-form.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Link } from '#web/lib/router/link.tsx';
import { useSearch } from '#web/lib/router/place.ts';
import { useWideScreen } from '#web/lib/use-wide-screen.ts';

/** The local inbox of an instance in preview: list and message side by side, one after the other on small screens. */
export function InboxPage() {
  const { data, isError } = useMessages();
  const search = useSearch();
  const wide = useWideScreen();
  const openId = search.get('message');
  if (!data) return isError ? <NoInbox /> : <FullScreenWaiting />;
  return (
    <div className="mx-auto flex w-full max-w-page flex-1 flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <PageTitle text={texts.title} />
      <InboxHead writable={data.writable} />
      <Card
        aria-label={texts.messages}
        className="grid flex-1 grid-cols-[minmax(0,1fr)] overflow-hidden md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)]"
      >
        {(wide || openId === null) && (
          <div className="border-line md:border-r">
            <MessageList messages={data.messages} openId={openId} />
          </div>
        )}
        {openId !== null && (
          <MessageView key={openId} id={openId} entry={data.messages.find(({ id }) => id === openId) ?? null} />
        )}
        {openId === null && wide && data.messages.length > 0 && (
          <p className="grid place-items-center p-12 text-soft">{texts.choose}</p>
        )}
      </Card>
    </div>
  );
}

/** What this page is, and the way to write from it. */
function InboxHead({ writable }: { writable: boolean }) {
  // `?write=shoes@kauke.test` is a link to the form, filled in.
  const wanted = useSearch().get('write');
  const [writes, setWrites] = useState(wanted !== null);
  const openRef = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    flushSync(() => setWrites(false));
    openRef.current?.focus();
  };
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-title font-semibold">{texts.title}</h1>
          <p className="mt-1 text-soft">{texts.description(limits.previewMessages)}</p>
        </div>
        {writable && (
          <Button ref={openRef} look="plain" size="small" aria-expanded={writes} onClick={() => setWrites(!writes)}>
            <SquarePen aria-hidden="true" className="size-4" />
            {inboxWritingMessages.write}
          </Button>
        )}
      </div>
      {writable && writes && <WriteForm wanted={wanted} onClose={close} />}
    </>
  );
}

interface MessageListProps {
  messages: InboxEntry[];
  openId: string | null;
}

function MessageList({ messages, openId }: MessageListProps) {
  if (messages.length === 0) return <EmptyInbox />;
  return (
    <ul aria-live="polite" aria-relevant="additions" className="divide-y divide-line">
      {messages.map((entry) => (
        <li key={entry.id}>
          <Link
            to={`?message=${entry.id}`}
            aria-current={entry.id === openId ? 'true' : undefined}
            className={joinClasses(
              'block border-l-2 px-5 py-4 transition-colors hover:bg-well focus-visible:-outline-offset-2',
              entry.id === openId ? 'border-amber bg-well' : 'border-transparent',
            )}
          >
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 truncate font-semibold">{entry.subject || texts.noSubject}</span>
              <time dateTime={entry.receivedAt} className="shrink-0 text-note text-soft tabular-nums">
                {new Date(entry.receivedAt).toLocaleTimeString(__LOCALE__, { timeStyle: 'short' })}
              </time>
            </span>
            <span className="block truncate text-small">{entry.from}</span>
            <span className="block truncate text-small text-soft">{texts.to(entry.to)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function EmptyInbox() {
  return (
    <div className="flex flex-col gap-3 p-5 text-soft">
      <p className="font-semibold text-ink">{texts.empty}</p>
      <p>{texts.emptyDescription}</p>
    </div>
  );
}

function NoInbox() {
  return (
    <MessageCard title={texts.none}>
      <p className="text-soft">{texts.noneDescription}</p>
    </MessageCard>
  );
}
