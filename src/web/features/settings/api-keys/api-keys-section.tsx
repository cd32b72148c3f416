import { useRef, useState } from 'react';
import type { Account } from '#contract/account.ts';
import type { ApiKey, NewApiKey } from '#contract/api-keys.ts';
import { GuideLink } from '#web/components/guide-link.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { useApiKeys } from '#web/features/settings/api-keys/api-keys.ts';
import { DefaultTargetField } from '#web/features/settings/api-keys/default-target-field.tsx';
import { CreateKeyDialog, NewKeyDialog, RevokeKeyDialog } from '#web/features/settings/api-keys/key-dialogs.tsx';
import { LoadedSection, SettingsList, SettingsRow } from '#web/features/settings/settings-section.tsx';

type Step =
  | { readonly name: 'create' }
  | { readonly name: 'show'; readonly apiKey: NewApiKey }
  | { readonly name: 'revoke'; readonly apiKey: ApiKey };

export function ApiKeysSection({ account }: { account: Account }) {
  const query = useApiKeys();
  const [step, setStep] = useState<Step | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const close = (): void => setStep(null);
  return (
    <>
      <LoadedSection
        title="API keys"
        titleRef={title}
        description="For password managers, browser extensions and scripts. A key opens your aliases and their targets, not your account."
        query={query}
      >
        {({ apiKeys }) => (
          <>
            {apiKeys.length > 0 && (
              <SettingsList>
                {apiKeys.map((apiKey) => (
                  <KeyRow key={apiKey.id} apiKey={apiKey} onRevoke={() => setStep({ name: 'revoke', apiKey })} />
                ))}
              </SettingsList>
            )}
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <Button look="plain" onClick={() => setStep({ name: 'create' })}>
                Create a key
              </Button>
              <span className="text-small">
                <GuideLink guide="clients" text="How to set up Bitwarden and others" />
              </span>
            </div>
            <DefaultTargetField account={account} />
          </>
        )}
      </LoadedSection>
      {step?.name === 'create' && (
        <CreateKeyDialog onClose={close} onCreated={(apiKey) => setStep({ name: 'show', apiKey })} />
      )}
      {step?.name === 'show' && <NewKeyDialog apiKey={step.apiKey} onClose={close} />}
      {step?.name === 'revoke' && (
        <RevokeKeyDialog apiKey={step.apiKey} onClose={close} returnFocus={() => title.current} />
      )}
    </>
  );
}

function day(iso: string): string {
  return new Date(iso).toLocaleDateString();
}
/** A day without a time is one of UTC, whatever the clock here says. */
function plainDay(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { timeZone: 'UTC' });
}

function describeUse({ createdAt, lastUsedOn }: ApiKey): string {
  return `Since ${day(createdAt)}, ${lastUsedOn === null ? 'never used' : `last used ${plainDay(lastUsedOn)}`}`;
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  return (
    <SettingsRow
      title={apiKey.name}
      note={
        <span className="flex flex-wrap items-center gap-x-4">
          {apiKey.expired && <Chip tone="off">Expired</Chip>}
          {describeUse(apiKey)}
          {!apiKey.expired && apiKey.expiresAt !== null && `, until ${day(apiKey.expiresAt)}`}
        </span>
      }
    >
      <Button look="removing" aria-label={`Revoke ${apiKey.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </SettingsRow>
  );
}
