import { ArrowLeft, Paperclip } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { InboxEntry, InboxMessage } from '#contract/inbox.ts';
import { limits } from '#contract/limits.ts';
import { inboxMessages as texts } from '#messages/pages/inbox.ts';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { ReplyPart } from '#web/features/inbox/reply-form.tsx';
import { htmlToText, LinkedText } from '#web/features/inbox/message-text.tsx';
import { useMessage } from '#web/features/inbox/messages.ts';
import { Link } from '#web/lib/router/link.tsx';
import { formatTime } from '#web/lib/format-time.ts';
import { EmailText } from '#web/components/email-text.tsx';

interface MessageViewProps {
  id: string;
  /** Its line in the list; null when it has left the list. */
  entry: InboxEntry | null;
}

export function MessageView({ id, entry }: MessageViewProps) {
  const { data, isError } = useMessage(id);
  const gone = entry === null || (isError && !data);
  return (
    <article aria-label={texts.message} className="min-w-0">
      <Link
        to="/inbox"
        className="flex items-center gap-2 border-b border-line px-5 py-3 text-small font-semibold md:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {texts.all}
      </Link>
      {entry && data && <OpenedMessage entry={entry} message={data.message} />}
      {gone && <p className="p-6 text-soft">{texts.gone(limits.previewMessages)}</p>}
      {!gone && !data && <Waiting text={texts.loading} />}
    </article>
  );
}

const tabClasses =
  '-mb-px border-b-2 border-transparent py-3 text-small font-semibold text-soft hover:text-ink ' +
  'data-[state=active]:border-amber data-[state=active]:text-ink';

interface OpenedMessageProps {
  entry: InboxEntry;
  message: InboxMessage;
}

function OpenedMessage({ entry, message }: OpenedMessageProps) {
  return (
    <>
      <Envelope entry={entry} message={message} />
      <Tabs.Root defaultValue="message">
        <Tabs.List aria-label={texts.show} className="flex gap-6 border-b border-line px-5 sm:px-6">
          <Tabs.Trigger value="message" className={tabClasses}>
            {texts.message}
          </Tabs.Trigger>
          {message.html !== null && (
            <Tabs.Trigger value="html" className={tabClasses}>
              {texts.html}
            </Tabs.Trigger>
          )}
          {message.html !== null && (
            <Tabs.Trigger value="source" className={tabClasses}>
              {texts.htmlSource}
            </Tabs.Trigger>
          )}
          <Tabs.Trigger value="headers" className={tabClasses}>
            {texts.headers}
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="message" className="p-5 sm:p-6">
          <p className="max-w-[72ch] break-words whitespace-pre-wrap">
            <LinkedText text={message.text ?? htmlToText(message.html ?? '')} />
          </p>
          {message.cut && <p className="mt-4 text-small text-soft">{texts.cut}</p>}
          <Attachments message={message} />
        </Tabs.Content>
        <Tabs.Content value="headers" className="p-5 sm:p-6">
          <dl className="text-note">
            {message.headers.map(([name, value], index) => (
              <div key={index} className="border-b border-line py-2 last:border-0 sm:flex sm:gap-4">
                <dt className="shrink-0 font-semibold sm:w-40">{name}</dt>
                <dd className="min-w-0 break-words text-soft">{value}</dd>
              </div>
            ))}
          </dl>
        </Tabs.Content>
        {message.html !== null && <HtmlTabs messageId={message.id} html={message.html} />}
      </Tabs.Root>
      {message.replyTo !== null && (
        <ReplyPart messageId={message.id} inbox={message.rcptTo} replyTo={message.replyTo} />
      )}
    </>
  );
}

/** The frame is sandboxed here and by its own policy: what is in it has no origin, and can do nothing. */
function HtmlTabs({ messageId, html }: { messageId: string; html: string }) {
  return (
    <>
      <Tabs.Content value="html" className="flex flex-col gap-3 p-5 sm:p-6">
        <iframe
          sandbox=""
          referrerPolicy="no-referrer"
          title={texts.frame}
          src={`/api/inbox/${encodeURIComponent(messageId)}/html`}
          className="h-80 w-full resize-y rounded-box border border-line bg-[#fbf7ef]"
        />
        <p className="text-note text-soft">{texts.frameNote}</p>
      </Tabs.Content>
      <Tabs.Content value="source" className="p-5 sm:p-6">
        <pre className="text-note break-words whitespace-pre-wrap text-soft">{html}</pre>
      </Tabs.Content>
    </>
  );
}

/** What SMTP was told; headers may say otherwise. */
function Envelope({ entry, message }: OpenedMessageProps) {
  return (
    <header className="border-b border-line p-5 sm:px-6">
      <h2 className="text-lead font-semibold break-words">{entry.subject || texts.noSubject}</h2>
      <dl className="mt-3 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-small [&_dd]:break-words [&_dt]:text-soft">
        <dt>{texts.from}</dt>
        <dd>
          <EmailText address={entry.from} />
        </dd>
        <dt>{texts.envelopeFrom}</dt>
        <dd>
          <EmailText address={message.mailFrom || '<>'} />
        </dd>
        <dt>{texts.deliveredTo}</dt>
        <dd>
          <EmailText address={message.rcptTo} />
        </dd>
        <dt>{texts.received}</dt>
        <dd>{formatTime(message.receivedAt)}</dd>
      </dl>
    </header>
  );
}

function Attachments({ message }: { message: InboxMessage }) {
  if (message.attachments.length === 0) return null;
  return (
    <ul aria-label={texts.attachments} className="mt-6 flex flex-col gap-2 border-t border-line pt-4 text-small">
      {message.attachments.map(({ filename, mimeType, sizeBytes }, index) => (
        <li key={index}>
          <a
            href={`/api/inbox/${encodeURIComponent(message.id)}/attachments/${index}`}
            download
            className="inline-flex min-h-6 max-w-full items-center gap-2"
          >
            <Paperclip aria-hidden="true" className="size-4 shrink-0 text-soft" />
            <span className="break-all text-amber-deep underline underline-offset-2">{filename ?? texts.unnamed}</span>
            <span className="text-soft">{texts.attachment(mimeType, sizeBytes.toLocaleString(__LOCALE__))}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
