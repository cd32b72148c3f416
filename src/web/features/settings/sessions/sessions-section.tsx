import { useRef, type RefObject } from 'react';
import type { Session } from '#contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { LoadedSection } from '#web/features/settings/loaded-section.tsx';
import { methodNames } from '#web/features/settings/method-names.ts';
import { endSession, useSessions } from '#web/features/settings/sessions/sessions.ts';
import { SettingsList, SettingsRow } from '#web/features/settings/settings-row.tsx';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';
import { showToast } from '#web/lib/toast.ts';

function day(iso: string): string {
  return new Date(iso).toLocaleDateString();
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
    failure: 'The session could not be ended',
  });
}

export function SessionsSection() {
  const query = useSessions();
  const title = useRef<HTMLHeadingElement>(null);
  const { change, isPending } = useEndSession(title);
  return (
    <LoadedSection
      title="Sessions"
      titleRef={title}
      description="Where you are signed in. No addresses or devices are recorded, so they have no names."
      query={query}
    >
      {({ sessions }) => (
        <>
          <SettingsList>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} sectionTitle={title} />
            ))}
          </SettingsList>
          {sessions.length > 1 && (
            <Button look="plain" disabled={isPending} className="self-start" onClick={() => void change(null)}>
              End all other sessions
            </Button>
          )}
        </>
      )}
    </LoadedSection>
  );
}

function SessionRow({ session, sectionTitle }: { session: Session; sectionTitle: TitleRef }) {
  const { change, isPending } = useEndSession(sectionTitle);
  return (
    <SettingsRow
      title={methodNames[session.authMethod]}
      note={`Since ${day(session.createdAt)}, last used ${day(session.lastUsedAt)}`}
    >
      {session.current ? (
        <Chip tone="on">This session</Chip>
      ) : (
        <Button look="plain" disabled={isPending} onClick={() => void change(session.id)}>
          End
        </Button>
      )}
    </SettingsRow>
  );
}
