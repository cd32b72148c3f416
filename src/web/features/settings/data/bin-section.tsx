import { useId } from 'react';
import type { Account } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import { binSettingMessages as texts } from '#messages/pages/undo/bin.ts';
import { useAccountChange } from '#web/features/settings/account.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';
import { showToast } from '#web/lib/toast.ts';

const usual = [0, 1, 7, 14, limits.binDaysMax];

/** How long deleted aliases stay. */
export function BinSection({ account: { binDays } }: { account: Account }) {
  const id = useId();
  const { change, isPending } = useAccountChange({
    send: (days: number) => requestConfirmed('PATCH /api/account', { payload: { binDays: days } }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
  });
  const choices = [...new Set([...usual, binDays])].toSorted((a, b) => a - b);
  return (
    <SettingsSection title={texts.title} description={texts.description}>
      <div className="flex flex-col gap-2">
        <label htmlFor={id} className="text-small font-medium">
          {texts.label}
        </label>
        <select
          id={id}
          value={binDays}
          disabled={isPending}
          onChange={(event) => void change(Number(event.target.value))}
          className="h-11 max-w-xs rounded-box border border-edge bg-sheet px-3 text-ink"
        >
          {choices.map((days) => (
            <option key={days} value={days}>
              {texts.choice(days)}
            </option>
          ))}
        </select>
        <p className="text-small text-soft">{texts.hint}</p>
      </div>
    </SettingsSection>
  );
}
