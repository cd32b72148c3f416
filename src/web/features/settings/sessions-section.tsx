import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import type { Session } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import { methodNames, sessionMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { LoadedSection, SectionList, SectionRow } from '#web/components/section.tsx';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatDay } from '#web/lib/format-time.ts';

export const sessionsQuery = queryOptions({
  queryKey: [ownKey, 'sessions'],
  queryFn: ({ signal }) => request('GET /api/account/sessions', { signal }),
});

/** `null` ends all but this one. */
function endSession(id: string | null) {
  return id === null
    ? request('DELETE /api/account/sessions')
    : request('DELETE /api/account/sessions/{id}', { params: { id } });
}

type TitleRef = RefObject<HTMLHeadingElement | null>;

/** The button that was clicked goes with the session; the focus goes to the title. */
function useEndSession(title: TitleRef) {
  return useAccountChange({
    send: endSession,
    onDone: ({ message }) => {
      showToast({ title: message });
      title.current?.focus();
    },
    failure: sessionMessages.failure,
  });
}

export function SessionsSection() {
  const query = useQuery(sessionsQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const { change, isPending } = useEndSession(title);
  return (
    <LoadedSection
      title={sessionMessages.title}
      titleRef={title}
      description={sessionMessages.description(limits.sessionIdleDays, limits.sessionDays)}
      query={query}
    >
      {({ sessions }) => (
        <>
          <SectionList>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} sectionTitle={title} />
            ))}
          </SectionList>
          {sessions.length > 1 && (
            <Button look="plain" disabled={isPending} className="self-start" onClick={() => void change(null)}>
              {sessionMessages.endOthers}
            </Button>
          )}
        </>
      )}
    </LoadedSection>
  );
}

function day(iso: string): string {
  return formatDay(iso);
}

function SessionRow({ session, sectionTitle }: { session: Session; sectionTitle: TitleRef }) {
  const { change, isPending } = useEndSession(sectionTitle);
  return (
    <SectionRow
      title={session.device}
      note={
        <>
          <p>{methodNames[session.authMethod]}</p>
          <p>{sessionMessages.use(day(session.createdAt), day(session.lastUsedAt), day(session.endsAt))}</p>
        </>
      }
    >
      {session.current ? (
        <Chip tone="on">{sessionMessages.current}</Chip>
      ) : (
        <Button
          look="plain"
          aria-label={sessionMessages.endOne(session.device)}
          disabled={isPending}
          onClick={() => void change(session.id)}
        >
          {sessionMessages.end}
        </Button>
      )}
    </SectionRow>
  );
}
