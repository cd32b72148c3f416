import { Controller, type Control } from 'react-hook-form';
import { copiesMessages as texts } from '#messages/pages/lives/lives.ts';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import type { AliasFormValues } from '#web/features/aliases/alias-fields.tsx';
import { useConfig } from '#web/lib/get-config.ts';

/** Of an alias with several inboxes: whether the others see what one of them sends. */
export function CopiesField({ control }: { control: Control<AliasFormValues> }) {
  const { replies = false } = useConfig()?.features ?? {};
  if (!replies) return null;
  return (
    <Controller
      control={control}
      name="copyReplies"
      render={({ field: { value, onChange } }) => (
        <SwitchRow label={texts.label} text={texts.text} checked={value === true} busy={false} onChange={onChange} />
      )}
    />
  );
}
