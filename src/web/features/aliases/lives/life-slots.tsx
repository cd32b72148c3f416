import { Suspense, useState } from 'react';
import { useWatch, type Control, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { Alias } from '#contract/aliases.ts';
import { parseForwardTarget, splitForwardTo } from '#contract/forward-to.ts';
import { aliasFormMessages as texts } from '#messages/pages/aliases.tsx';
import { Summary } from '#web/components/ui/summary.tsx';
import type { AliasFormValues } from '#web/features/aliases/alias-fields.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

const LifeMarks = lazyPart(
  async () => (await import('#web/features/aliases/lives/life-marks.tsx')).LifeMarks,
  () => null,
);
const LifeFields = lazyPart(
  async () => (await import('#web/features/aliases/lives/life-fields.tsx')).LifeFields,
  () => null,
);

const CopiesField = lazyPart(
  async () => (await import('#web/features/aliases/targets/copies-field.tsx')).CopiesField,
  () => null,
);

/** What most aliases have not: labels, and an end. */
function hasMarks({ labels, expiresAt, maxMessages, idleDays }: Alias): boolean {
  return labels.length > 0 || (expiresAt ?? maxMessages ?? idleDays) !== null;
}

/** The labels of an alias, and when it ends. */
export function MarksSlot({ alias }: { alias: Alias }) {
  return (
    hasMarks(alias) && (
      <Suspense>
        <LifeMarks alias={alias} />
      </Suspense>
    )
  );
}

/** The fields for both in a form: closed unless the alias has something there. */
export function FieldsSlot<Values extends FieldValues>({
  form,
  alias,
}: {
  form: UseFormReturn<Values>;
  alias?: Alias;
}) {
  const { lives = true } = useConfig()?.features ?? {};
  const [open, setOpen] = useState(alias !== undefined && hasMarks(alias));
  return (
    <details
      className="md:col-span-2"
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && setOpen(true)}
    >
      <Summary>{lives ? texts.more : texts.moreLabels}</Summary>
      {open && (
        <Suspense>
          <LifeFields form={form as unknown as UseFormReturn} />
        </Suspense>
      )}
    </details>
  );
}

/** What an alias has only with several inboxes, as they are typed now. */
export function CopiesSlot({ control }: { control: Control<AliasFormValues> }) {
  const forwardTo = useWatch({ control, name: 'forwardTo' });
  const inboxes = splitForwardTo(forwardTo).filter((piece) => parseForwardTarget(piece)?.kind === 'email');
  return (
    inboxes.length > 1 && (
      <div className="md:col-span-2">
        <Suspense>
          <CopiesField control={control} />
        </Suspense>
      </div>
    )
  );
}
