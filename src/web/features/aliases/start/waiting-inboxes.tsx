import { useQueryClient } from '@tanstack/react-query';
import { Fragment, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Alias } from '#contract/aliases.ts';
import type { FirstSteps, WaitingInbox } from '#contract/account/first-steps.ts';
import { waitingMessages as texts } from '#messages/pages/account/start.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { PartNotLoaded } from '#web/components/ui/part-not-loaded.tsx';
import { firstStepsQuery } from '#web/lib/aliases/first-steps.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { Link } from '#web/lib/router/link.tsx';
import { useSendConfirmation } from '#web/lib/targets.ts';

const OtherInboxForm = lazyPart(
  async () => (await import('#web/features/aliases/start/other-inbox-form.tsx')).OtherInboxForm,
  PartNotLoaded,
);

/** More would push the list out of sight. */
const mostShown = 3;

interface WaitingInboxesProps {
  aliases: readonly Alias[];
  waiting: readonly WaitingInbox[];
  look: FirstSteps['look'];
}

/** What to search for in each inbox that has not agreed yet, and what can be done where nothing is found. */
export function WaitingInboxes({ aliases, waiting, look }: WaitingInboxesProps) {
  const config = useConfig();
  const more = waiting.length - mostShown;
  const link = (to: string, words: string) => (
    <Link to={to} className="font-semibold text-amber-deep underline underline-offset-2">
      {words}
    </Link>
  );
  return (
    <section aria-label={texts.title} className="bg-amber-wash px-4 py-2 sm:px-6">
      <ul className="flex flex-col gap-2">
        {waiting.slice(0, mostShown).map((inbox) => (
          <WaitingRow
            key={inbox.id}
            aliases={aliases.filter(({ targets }) => targets.some(({ id }) => id === inbox.id))}
            inbox={inbox}
            look={look}
          />
        ))}
      </ul>
      {more > 0 && <p className="mt-1">{link('/settings/inboxes', texts.more(more))}</p>}
      <p className="mt-1 text-note text-soft">
        {texts.once}{' '}
        {config?.preview === true &&
          texts
            .inPreview((words) => link('/inbox', words))
            .map((piece, index) => <Fragment key={index}>{piece}</Fragment>)}
      </p>
    </section>
  );
}

interface WaitingRowProps {
  /** That forward to it. */
  aliases: readonly Alias[];
  inbox: WaitingInbox;
  look: FirstSteps['look'];
}

function WaitingRow({ aliases, inbox, look }: WaitingRowProps) {
  const { id, value, mail } = inbox;
  const [isChanging, setIsChanging] = useState(false);
  const other = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    flushSync(() => setIsChanging(false));
    other.current?.focus();
  };
  return (
    <li>
      {/* The acts come after all that is said, and beside it where there is room. */}
      <div className="grid items-baseline gap-x-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <p className="min-w-0">
          <span className="font-semibold">
            <EmailText address={value} />
          </span>{' '}
          {texts.waits}
        </p>
        <p className="flex gap-4 max-lg:order-last">
          <SendAgain inbox={inbox} />
          {aliases.length > 0 && (
            <TextButton
              ref={other}
              aria-expanded={isChanging}
              aria-label={texts.otherOf(value)}
              onClick={() => setIsChanging(!isChanging)}
            >
              {texts.other}
            </TextButton>
          )}
        </p>
        <MailState mail={mail} look={look} />
      </div>
      <Suspense>{isChanging && <OtherInboxForm targetId={id} aliases={aliases} onClose={close} />}</Suspense>
    </li>
  );
}

/** What became of the mail, and where it is if it can be anywhere. */
function MailState({ mail, look: { subject, from } }: Pick<WaitingInbox, 'mail'> & Pick<WaitingRowProps, 'look'>) {
  const { delivery } = useConfig() ?? {};
  const isThere = mail === 'taken';
  return (
    <p className="lg:col-span-2">
      {mail !== 'refused' && mail !== 'none' && `${texts.look(subject, from)} `}
      <span role="status">{isThere && delivery === 'smarthost' ? texts.handedOn : texts[mail]}</span>
      {isThere && delivery !== 'preview' && ` ${texts.spam}`}
    </p>
  );
}

function SendAgain({ inbox: { id, value } }: { inbox: WaitingInbox }) {
  const client = useQueryClient();
  const { send, isPending } = useSendConfirmation();
  return (
    <TextButton
      disabled={isPending}
      aria-label={nameControl(texts.sendAgain, value)}
      onClick={() => void send(id).then(() => client.invalidateQueries(firstStepsQuery))}
    >
      {isPending ? texts.sendingAgain : texts.sendAgain}
    </TextButton>
  );
}
