import { useSearchParams } from 'react-router';
import { limits } from '#contract/limits.ts';
import { inboxMessages as texts } from '#messages/inbox.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useMessages } from '#web/features/inbox/messages.ts';
import { MessageList } from '#web/features/inbox/message-list.tsx';
import { MessageView } from '#web/features/inbox/message-view.tsx';
import { useWideScreen } from '#web/lib/use-wide-screen.ts';

/** The local inbox of an instance in preview: list and message side by side, one after the other on small screens. */
export function InboxPage() {
  const { data, isError } = useMessages();
  const [search] = useSearchParams();
  const wide = useWideScreen();
  const openId = search.get('message');
  if (!data) return isError ? <NoInbox /> : <FullScreenWaiting />;
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <PageTitle text={texts.title} />
      <div>
        <h1 className="text-title font-semibold">{texts.title}</h1>
        <p className="mt-1 text-soft">{texts.description(limits.previewMessages)}</p>
      </div>
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

function NoInbox() {
  return (
    <MessageCard title={texts.none}>
      <p className="text-soft">{texts.noneDescription}</p>
    </MessageCard>
  );
}
