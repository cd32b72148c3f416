import { Link } from 'react-router';
import type { InboxEntry } from '#contract/inbox.ts';
import { inboxMessages as texts } from '#messages/inbox.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

const sendTestCommand = 'npm run kauke -- send-test my-alias@kauke.test';

interface MessageListProps {
  messages: InboxEntry[];
  openId: string | null;
}

export function MessageList({ messages, openId }: MessageListProps) {
  if (messages.length === 0) return <EmptyInbox />;
  return (
    <ul aria-live="polite" aria-relevant="additions" className="divide-y divide-line">
      {messages.map((entry) => (
        <li key={entry.id}>
          <Link
            to={{ search: `?message=${entry.id}` }}
            aria-current={entry.id === openId ? 'true' : undefined}
            className={joinClasses(
              'block border-l-2 px-5 py-4 transition-colors hover:bg-well focus-visible:-outline-offset-2',
              entry.id === openId ? 'border-amber bg-well' : 'border-transparent',
            )}
          >
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 truncate font-semibold">{entry.subject || texts.noSubject}</span>
              <time dateTime={entry.receivedAt} className="shrink-0 text-note text-soft tabular-nums">
                {new Date(entry.receivedAt).toLocaleTimeString([], { timeStyle: 'short' })}
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
      <code className="rounded-mark bg-well px-2 py-1 text-note break-all text-ink">{sendTestCommand}</code>
    </div>
  );
}
