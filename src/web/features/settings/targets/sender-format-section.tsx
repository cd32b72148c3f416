import { senderFormats, type SenderFormat } from '#contract/account/formats.ts';
import type { Account } from '#contract/account.ts';
import { senderFormatMessages as texts } from '#messages/pages/account/choices.ts';
import { Section } from '#web/components/section.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { request } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

const warnings: Readonly<Partial<Record<SenderFormat, string>>> = { name: texts.nameWarning, none: texts.noneWarning };

export function SenderFormatSection({ account: { senderFormat } }: { account: Account }) {
  const { change, isPending } = useAccountChange({
    send: (to: SenderFormat) => request('PATCH /api/account', { payload: { senderFormat: to } }),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
  });
  return (
    <Section title={texts.title} description={texts.description}>
      <Field label={texts.label} hint={warnings[senderFormat]} className="sm:max-w-sm">
        {(control) => (
          <Select
            {...control}
            disabled={isPending}
            value={senderFormat}
            onChange={({ target }) => void change(target.value as SenderFormat)}
          >
            {senderFormats.map((format) => (
              <option key={format} value={format}>
                {texts.formats[format]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Section>
  );
}
