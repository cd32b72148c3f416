import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, type SyntheticEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { createAliasSchema, type CreateAliasInput } from '#contract/aliases.ts';
import { isReservedName, reservedNameMessage } from '#contract/reserved-names.ts';
import { useCreateAlias } from '#web/features/aliases/create-alias.ts';
import { useDomains } from '#web/features/aliases/get-domains.ts';
import { reportCreateFailure } from '#web/features/aliases/report-create-failure.ts';
import { showToast } from '#web/lib/toast.ts';

export type CreateAliasFormState = UseFormReturn<CreateAliasInput>;

const emptyForm: CreateAliasInput = { alias: '', domain: '', forwardTo: '', notes: '' };

export const useCreateAliasForm = (userId: string) => {
  const form = useForm<CreateAliasInput>({ resolver: zodResolver(createAliasSchema), defaultValues: emptyForm });
  const createAlias = useCreateAlias(userId);
  usePreselectedDomain(form);

  const submit = form.handleSubmit(async ({ notes, ...required }) => {
    if (isReservedName(required.alias)) {
      const description = reservedNameMessage(required.alias);
      showToast({ title: 'Alias Not Allowed', description, tone: 'destructive' });
      return;
    }
    try {
      const { message } = await createAlias.mutateAsync({ ...required, ...(notes ? { notes } : {}) });
      showToast({ title: 'Alias Created', description: message });
      form.reset({ ...emptyForm, domain: required.domain });
    } catch (error) {
      reportCreateFailure(error, form.setError);
    }
  });

  return { form, submit: (event: SyntheticEvent) => void submit(event), isPending: createAlias.isPending };
};

const usePreselectedDomain = ({ getValues, setValue }: CreateAliasFormState): void => {
  const first = useDomains().data?.domains[0];
  useEffect(() => {
    if (first !== undefined && getValues('domain') === '') setValue('domain', first);
  }, [first, getValues, setValue]);
};
