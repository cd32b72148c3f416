import { useRef, useState } from 'react';
import type { Account, ApiKey, NewApiKey } from '#contract/account.ts';
import type { AccountTarget } from '#contract/targets.ts';
import { apiKeyMessages } from '#messages/pages/settings.ts';
import { GuideLink } from '#web/components/guide-link.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { revokeApiKey, useApiKeys, chooseDefaultTarget } from '#web/features/settings/api-keys/api-keys.ts';
import { AliasChoices } from '#web/features/settings/api-keys/alias-choices.tsx';
import { RemovalDialog } from '#web/features/settings/removal-dialog.tsx';
import { settingsPart } from '#web/features/settings/settings-part.tsx';
import { LoadedSection, SectionList, SectionRow } from '#web/components/section.tsx';
import { useTargets } from '#web/features/settings/targets/targets.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatDay } from '#web/lib/format-time.ts';

const loadDialogs = () => import('#web/features/settings/api-keys/key-dialogs.tsx');
const CreateKeyDialog = settingsPart(async () => (await loadDialogs()).CreateKeyDialog);
const NewKeyDialog = settingsPart(async () => (await loadDialogs()).NewKeyDialog);

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
        title={apiKeyMessages.title}
        titleRef={title}
        description={apiKeyMessages.description}
        query={query}
      >
        {({ apiKeys }) => (
          <>
            {apiKeys.length > 0 && (
              <SectionList>
                {apiKeys.map((apiKey) => (
                  <KeyRow key={apiKey.id} apiKey={apiKey} onRevoke={() => setStep({ name: 'revoke', apiKey })} />
                ))}
              </SectionList>
            )}
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <Button look="plain" onClick={() => setStep({ name: 'create' })}>
                {apiKeyMessages.create}
              </Button>
              <span className="text-small">
                <GuideLink guide="clients" text={apiKeyMessages.guide} />
              </span>
            </div>
            <DefaultTargetField account={account} />
            <AliasChoices account={account} />
          </>
        )}
      </LoadedSection>
      {step?.name === 'create' && (
        <CreateKeyDialog onClose={close} onCreated={(apiKey) => setStep({ name: 'show', apiKey })} />
      )}
      {step?.name === 'show' && <NewKeyDialog apiKey={step.apiKey} onClose={close} />}
      {step?.name === 'revoke' && (
        <RemovalDialog
          send={() => revokeApiKey(step.apiKey.id)}
          title={apiKeyMessages.revokeTitle(step.apiKey.name)}
          description={apiKeyMessages.revokeDescription}
          failure={apiKeyMessages.revokeFailure}
          confirmText={apiKeyMessages.revoke}
          busyText={apiKeyMessages.revoking}
          onClose={close}
          returnFocus={() => title.current}
        />
      )}
    </>
  );
}

function day(iso: string): string {
  return formatDay(iso);
}
/** A day without a time is one of UTC, whatever the clock here says. */
function plainDay(iso: string): string {
  return new Date(iso).toLocaleDateString(__LOCALE__, { timeZone: 'UTC' });
}

function describeUse({ createdAt, lastUsedOn, expired, expiresAt }: ApiKey): string {
  const use = apiKeyMessages.use(day(createdAt), lastUsedOn && plainDay(lastUsedOn));
  return expired || expiresAt === null ? use : apiKeyMessages.usedUntil(use, day(expiresAt));
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  return (
    <SectionRow
      title={apiKey.name}
      note={
        <>
          <p>{apiKeyMessages.scopes[apiKey.scope]}</p>
          <p className="flex flex-wrap items-center gap-x-4">
            {apiKey.expired && <Chip tone="off">{apiKeyMessages.expired}</Chip>}
            {describeUse(apiKey)}
          </p>
        </>
      }
    >
      <Button look="removing" aria-label={apiKeyMessages.revokeOne(apiKey.name)} onClick={onRevoke}>
        {apiKeyMessages.revoke}
      </Button>
    </SectionRow>
  );
}

function takesMail({ state }: AccountTarget): boolean {
  return state !== 'stopped' && state !== 'disabled';
}

/** Where the aliases go that a program makes without naming an inbox. Drawn once there is a choice. */
function DefaultTargetField({ account: { email, defaultTargetId } }: { account: Account }) {
  const targets = useTargets().data?.targets ?? [];
  const { change, isPending } = useAccountChange({
    send: chooseDefaultTarget,
    onDone: ({ message }) => showToast({ title: message }),
    failure: apiKeyMessages.defaultTargetFailure,
  });
  const choices = targets.filter((target) => takesMail(target) || target.id === defaultTargetId);
  if (choices.length === 0) return null;
  return (
    <Field label={apiKeyMessages.defaultTarget} hint={apiKeyMessages.defaultTargetHint} className="sm:max-w-sm">
      {(control) => (
        <Select
          {...control}
          disabled={isPending}
          value={defaultTargetId ?? ''}
          onChange={({ target }) => void change(target.value === '' ? null : target.value)}
        >
          <option value="">{email === null ? apiKeyMessages.oldestInbox : apiKeyMessages.ownEmail}</option>
          {choices.map(({ id, value }) => (
            <option key={id} value={id}>
              {value}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
