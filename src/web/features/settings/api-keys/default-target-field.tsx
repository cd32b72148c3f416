import type { Account } from '#contract/account.ts';
import type { AccountTarget } from '#contract/targets.ts';
import { apiKeyMessages } from '#messages/settings.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { chooseDefaultTarget } from '#web/features/settings/api-keys/api-keys.ts';
import { useTargets } from '#web/features/settings/targets/targets.ts';
import { useAccountChange } from '#web/features/settings/account.ts';
import { showToast } from '#web/lib/toast.ts';

function takesMail({ state }: AccountTarget): boolean {
  return state !== 'stopped' && state !== 'disabled';
}

/** Where the aliases go that a program makes without naming an inbox. Drawn once there is a choice. */
export function DefaultTargetField({ account: { email, defaultTargetId } }: { account: Account }) {
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
