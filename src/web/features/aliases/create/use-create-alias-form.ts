import { useEffect, useRef, type SyntheticEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { CreateAliasInput } from '#contract/aliases.ts';
import { readAliasForm, refuseReserved } from '#web/features/aliases/alias-form.ts';
import { useCreateAlias } from '#web/features/aliases/create/create-alias.ts';
import { useDomains } from '#web/lib/get-domains.ts';
import { focusField } from '#web/features/aliases/focus-field.ts';
import { showFieldErrors } from '#web/features/aliases/show-field-errors.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export type CreateAliasFormState = UseFormReturn<CreateAliasInput>;

const emptyForm: CreateAliasInput = { alias: '', domain: '', forwardTo: '', notes: '' };

export function useCreateAliasForm(userId: string) {
  const form = useForm<CreateAliasInput>({ defaultValues: emptyForm });
  const createAlias = useCreateAlias(userId);
  usePreselectedDomain(form);
  const element = useRef<HTMLFormElement>(null);
  const focusName = (): void => focusField(element.current, 'alias');

  const create = useSingleRun(async ({ alias, domain, forwardTo, notes }: CreateAliasInput) => {
    if (refuseReserved(alias.trim(), form.setError)) return;
    try {
      const { message } = await createAlias.mutateAsync({ domain, ...readAliasForm({ alias, forwardTo, notes }) });
      showToast({ title: 'Alias Created', description: message });
      recordEvent({ name: 'alias_created', category: 'aliases' });
      form.reset({ ...emptyForm, domain });
      // Ready for the next one; on a phone the keyboard would hide what was made.
      if (window.matchMedia('(pointer: fine)').matches) focusName();
    } catch (error) {
      if (!showFieldErrors(error, form)) reportFailure(error, 'Creation Failed', 'Failed to create alias');
    }
  });

  return {
    form,
    element,
    focusName,
    submit: (event: SyntheticEvent) => void form.handleSubmit(create)(event),
    isPending: createAlias.isPending,
  };
}

function usePreselectedDomain({ getValues, setValue }: CreateAliasFormState): void {
  const first = useDomains().data?.domains[0];
  useEffect(() => {
    if (first !== undefined && getValues('domain') === '') setValue('domain', first);
  }, [first, getValues, setValue]);
}
