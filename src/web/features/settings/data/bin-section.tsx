import type { Account } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import { countSettingMessages as counting } from '#messages/pages/lives/lives.ts';
import { binSettingMessages as texts } from '#messages/pages/undo/bin.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { request } from '#web/lib/request.ts';
import { Section } from '#web/components/section.tsx';
import { showToast } from '#web/lib/toast.ts';

const usual = [0, 1, 7, 14, limits.binDaysMax];

/** What is kept of aliases: those deleted, and numbers of their mail. */
export function BinSection({ account }: { account: Account }) {
  const { counts = false } = useConfig()?.features ?? {};
  return (
    <>
      <DeletedAliases account={account} />
      {counts && <Numbers account={account} />}
    </>
  );
}

function Numbers({ account: { countMail } }: { account: Account }) {
  const { change, isPending } = useAccountChange({
    send: (on: boolean) => request('PATCH /api/account', { payload: { countMail: on } }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: counting.failure,
  });
  return (
    <Section title={counting.title} description={counting.description}>
      <SwitchRow
        label={counting.label}
        text={counting.text}
        checked={countMail}
        busy={isPending}
        onChange={(on) => void change(on)}
      />
    </Section>
  );
}

/** How long deleted aliases stay. */
function DeletedAliases({ account: { binDays } }: { account: Account }) {
  const { change, isPending } = useAccountChange({
    send: (days: number) => requestConfirmed('PATCH /api/account', { payload: { binDays: days } }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
  });
  const choices = [...new Set([...usual, binDays])].toSorted((a, b) => a - b);
  return (
    <Section title={texts.title} description={texts.description}>
      <Field label={texts.label} hint={texts.hint}>
        {(control) => (
          <Select
            value={binDays}
            disabled={isPending}
            onChange={(event) => void change(Number(event.target.value))}
            {...control}
          >
            {choices.map((days) => (
              <option key={days} value={days}>
                {texts.choice(days)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Section>
  );
}
