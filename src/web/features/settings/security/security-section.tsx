import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ListedEvent, Security } from '#contract/account.ts';
import { securityEventText, securityMessages as texts } from '#messages/security-events.ts';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { ConfirmDialog } from '#web/features/settings/settings-part.tsx';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { LoadedSection, SectionList, SectionRow } from '#web/components/section.tsx';
import { request } from '#web/lib/request.ts';
import { forgetSession, ownKey } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatDay, formatTime } from '#web/lib/format-time.ts';

export const securityQuery = queryOptions({
  queryKey: [ownKey, 'security'],
  queryFn: ({ signal }) => request('GET /api/account/security', { signal }),
});

/** As many as stand there before all are asked for. */
const shownAtFirst = 5;

/** `passwordEnds`: with a lock. */
export function SecuritySection({ passwordEnds }: { passwordEnds: boolean }) {
  const query = useQuery(securityQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <LoadedSection title={texts.title} titleRef={title} description={texts.description} query={query}>
        {({ security }) => (
          <>
            <p className={security.warnedInboxes === 0 ? 'text-gone' : 'text-soft'}>
              {security.warnedInboxes === 0 ? texts.nobodyWarned : texts.warned(security.warnedInboxes)}
            </p>
            {security.warnedInboxes === 0 && (
              <LinkButton look="plain" to="/settings/inboxes" className="self-start">
                {texts.toInboxes}
              </LinkButton>
            )}
            <Events events={security.events} />
            {security.lockedAt !== null && <Unlock lockedAt={security.lockedAt} />}
            {security.lockedAt === null && (
              <Button look="removing" className="self-start" onClick={() => setAsking(true)}>
                {texts.lock}
              </Button>
            )}
          </>
        )}
      </LoadedSection>
      {asking && <LockDialog passwordEnds={passwordEnds} onClose={() => setAsking(false)} />}
    </>
  );
}

function Events({ events }: { events: readonly ListedEvent[] }) {
  const [all, setAll] = useState(false);
  if (events.length === 0) return <p className="text-soft">{texts.none}</p>;
  const shown = all ? events : events.slice(0, shownAtFirst);
  return (
    <>
      <SectionList>
        {shown.map((event) => (
          <SectionRow key={event.id} title={securityEventText(event)} note={formatTime(event.at)} />
        ))}
      </SectionList>
      {shown.length < events.length && (
        <Button look="plain" className="self-start" onClick={() => setAll(true)}>
          {texts.showAll(events.length)}
        </Button>
      )}
    </>
  );
}

function Unlock({ lockedAt }: { lockedAt: NonNullable<Security['lockedAt']> }) {
  const { change, isPending } = useAccountChange({
    send: () => requestConfirmed('POST /api/account/unlock'),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.unlockFailure,
  });
  return (
    <div role="status" className="flex flex-col items-start gap-3 rounded-box border border-edge p-4">
      <p className="font-medium">{texts.locked(formatDay(lockedAt))}</p>
      <p className="text-small text-soft">{texts.lockedHint}</p>
      <Button disabled={isPending} onClick={() => void change(undefined)}>
        {isPending ? texts.unlocking : texts.unlock}
      </Button>
    </div>
  );
}

function LockDialog({ passwordEnds, onClose }: { passwordEnds: boolean; onClose: () => void }) {
  const { change, isPending } = useAccountChange({
    send: () => request('POST /api/account/lock'),
    // This session has ended, too.
    show: forgetSession,
    onDone: ({ message }) => showToast({ title: message, ...(passwordEnds && { description: texts.lockPassword }) }),
    failure: texts.lockFailure,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={texts.lockTitle}
      description={passwordEnds ? `${texts.lockDescription} ${texts.lockPassword}` : texts.lockDescription}
      cancelText={texts.keepOpen}
      confirmText={texts.lock}
      busyText={texts.locking}
      busy={isPending}
      onConfirm={() => void change(undefined).then(onClose)}
    />
  );
}
