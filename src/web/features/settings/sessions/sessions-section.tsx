import type { Session } from '#contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { LoadedSection } from '#web/features/settings/loaded-section.tsx';
import { methodNames } from '#web/features/settings/method-names.ts';
import { endSession, useSessions } from '#web/features/settings/sessions/sessions.ts';
import { SettingsList, SettingsRow } from '#web/features/settings/settings-row.tsx';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';
import { showToast } from '#web/lib/toast.ts';

const day = (iso: string): string => new Date(iso).toLocaleDateString();

const useEndSession = () =>
  useAccountChange({
    send: endSession,
    onDone: ({ message }) => showToast({ title: message }),
    failure: 'The session could not be ended',
  });

export const SessionsSection = () => {
  const query = useSessions();
  const { change, isPending } = useEndSession();
  return (
    <LoadedSection
      title="Sessions"
      description="Where you are signed in. No addresses or devices are recorded, so they have no names."
      query={query}
    >
      {({ sessions }) => (
        <>
          <SettingsList>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
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
};

const SessionRow = ({ session }: { session: Session }) => {
  const { change, isPending } = useEndSession();
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
};
