import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Alias } from '#contract/aliases.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { readAliasForm, refuseReserved, type AliasFormValues } from '#web/features/aliases/alias-form.ts';
import { keptForwardTo } from '#web/features/aliases/alias-state.ts';
import { useUpdateAlias } from '#web/features/aliases/change-alias.ts';
import { showFieldErrors } from '#web/features/aliases/show-field-errors.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export interface EditAliasProps {
  alias: Alias;
  onClose: () => void;
}

function readAlias(alias: Alias): AliasFormValues {
  return {
    alias: alias.alias,
    forwardTo: splitForwardTo(keptForwardTo(alias))
      .map((piece) => `${piece}, `)
      .join(''),
    notes: alias.notes ?? '',
  };
}

export function useEditAliasForm({ alias, onClose }: EditAliasProps) {
  const [start] = useState(() => readAlias(alias));
  const form = useForm<AliasFormValues>({ defaultValues: start });
  const { mutateAsync, isPending, isSuccess } = useUpdateAlias(alias);
  const [name, forwardTo, notes] = useWatch({ control: form.control, name: ['alias', 'forwardTo', 'notes'] });

  const send = async (input: AliasFormValues): Promise<void> => {
    const next = readAliasForm(input);
    if (next.alias !== alias.alias && refuseReserved(next.alias, form.setError)) return;
    try {
      await mutateAsync(next);
      showToast({ title: 'Alias Updated', description: `${next.alias}@${alias.domain} is saved.` });
      onClose();
    } catch (error) {
      if (!showFieldErrors(error, form)) reportFailure(error, 'Update Failed', 'Failed to update alias');
    }
  };
  const canSave = name.trim() !== '' && splitForwardTo(forwardTo).length > 0 && !isPending;
  const save = useSingleRun(form.handleSubmit(send));

  return {
    form,
    notes: notes ?? '',
    /** Nothing is sent while a name or a target is missing. */
    save: async () => (canSave ? save() : undefined),
    canSave,
    isSaving: isPending,
    changedElsewhere: !isPending && !isSuccess && JSON.stringify(readAlias(alias)) !== JSON.stringify(start),
  };
}
