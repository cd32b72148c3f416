import { useState } from 'react';
import { findFromNameFault } from '#contract/aliases/from-name.ts';
import type { OwnDomain } from '#contract/account/domains.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { aboutDomainMessages as texts } from '#messages/pages/account/domains.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { changeDomain } from '#web/features/settings/domains/domains.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { RequestError } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

/** Whether a domain is on, the name that its aliases send with, and what its owner notes about it. */
export function AboutPanel({ id, domain }: { id: string; domain: OwnDomain }) {
  return (
    <section
      id={id}
      aria-label={texts.title(domain.name)}
      className="flex flex-col gap-6 rounded-box border border-line p-4"
    >
      <ActiveSwitch domain={domain} />
      {domain.owned && <OwnersForm domain={domain} />}
    </section>
  );
}

function ActiveSwitch({ domain }: { domain: OwnDomain }) {
  const { change, isPending } = useAccountChange({
    send: (active: boolean) => changeDomain(domain, { active }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
  });
  return (
    <SwitchRow
      label={texts.active}
      text={texts.activeText}
      checked={domain.active}
      busy={isPending}
      onChange={(active) => void change(active)}
    />
  );
}

/** What is its owner's alone to see and to choose. */
function OwnersForm({ domain }: { domain: OwnDomain }) {
  const offersReplies = useConfig()?.features.replies ?? false;
  const [fromName, setFromName] = useState(domain.fromName ?? '');
  const [description, setDescription] = useState(domain.description ?? '');
  const [errors, setErrors] = useState<FieldErrors>({});
  const fault = findFromNameFault(fromName.trim());
  const { change, isPending } = useAccountChange({
    send: () =>
      changeDomain(domain, {
        description: description.trim() || null,
        ...(offersReplies && { fromName: fromName.trim() || null }),
      }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
    showFaults: (error) => setErrors((error instanceof RequestError && error.fieldErrors) || {}),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setErrors({});
        if (fault === null) void change(undefined);
      }}
    >
      {offersReplies && (
        <Field label={texts.fromName} hint={texts.fromNameHint} error={fault ?? errors['fromName']?.[0]}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              dir="auto"
              value={fromName}
              onChange={({ target }) => setFromName(target.value)}
            />
          )}
        </Field>
      )}
      <Field label={texts.description} hint={texts.descriptionHint} error={errors['description']?.[0]}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            dir="auto"
            maxLength={limits.domainDescriptionMax}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={isPending || fault !== null} className="self-start">
        {isPending ? texts.saving : texts.save}
      </Button>
    </form>
  );
}
