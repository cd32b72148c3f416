import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type SyntheticEvent, type ComponentProps } from 'react';
import { Controller, useWatch, useForm, type UseFormReturn } from 'react-hook-form';
import { aliasFaults } from '#contract/alias-faults.ts';
import type { CreateAliasInput } from '#contract/aliases.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import type { User } from '#contract/sign-in.ts';
import { aliasFormMessages as texts } from '#messages/pages/aliases.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { tellCreated, useCreateAlias } from '#web/features/aliases/alias-calls.ts';
import {
  AliasNameField,
  NotesField,
  aliasRules,
  readAliasForm,
  refuseReserved,
  focusField,
} from '#web/features/aliases/alias-fields.tsx';
import { useShortcut } from '#web/features/aliases/shortcuts.ts';
import { FieldsSlot } from '#web/features/aliases/lives/life-slots.tsx';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { TargetsField } from '#web/features/aliases/targets/targets-field.tsx';
import { atDomain } from '#web/lib/page-facts.ts';
import { useDomains } from '#web/lib/get-config.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface CreateAliasFormProps {
  user: User;
  /** What was typed before the form unfolded. */
  start: CreateAliasInput;
}

/** The whole form for a new alias. */
export function CreateAliasForm({ user, start }: CreateAliasFormProps) {
  const { form, element, focusName, submit, isPending } = useCreateAliasForm(user.id, start);
  const { errors } = form.formState;
  const kept = [user.email ?? '', ...splitForwardTo(start.forwardTo)];
  const notes = useWatch({ control: form.control, name: 'notes' }) ?? '';
  useShortcut('n', focusName);
  useEffect(() => focusField(element.current, 'alias'), [element]);

  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      className="grid gap-x-8 gap-y-5 md:grid-cols-2 md:grid-rows-[auto_1fr_auto]"
    >
      <AddressFields form={form} />
      <Controller
        control={form.control}
        name="forwardTo"
        rules={aliasRules.forwardTo(kept)}
        render={({ field }) => (
          <TargetsField
            {...field}
            kept={kept}
            ownEmail={user.email}
            error={errors.forwardTo?.message}
            className="md:col-start-2 md:row-span-2 md:row-start-1"
          />
        )}
      />
      <NotesField notes={notes} error={errors.notes?.message} registration={form.register('notes', aliasRules.notes)} />
      <FieldsSlot form={form} />
      <div className="flex flex-col gap-4 md:col-span-2 md:flex-row md:items-center md:justify-between">
        <p className="text-small text-soft">{texts.storedHow}</p>
        <Button type="submit" disabled={isPending}>
          {isPending ? texts.creating : texts.create}
        </Button>
      </div>
    </form>
  );
}

type CreateAliasFormState = UseFormReturn<CreateAliasInput>;

const emptyForm: CreateAliasInput = { alias: '', domain: '', forwardTo: '', notes: '' };

function useCreateAliasForm(userId: string, start: CreateAliasInput) {
  const client = useQueryClient();
  const form = useForm<CreateAliasInput>({ defaultValues: start });
  const createAlias = useCreateAlias(userId);
  usePreselectedDomain(form);
  const element = useRef<HTMLFormElement>(null);
  const focusName = (): void => focusField(element.current, 'alias');

  const create = useSingleRun(async ({ alias, domain, forwardTo, notes, ...life }: CreateAliasInput) => {
    if (await refuseReserved(client, { alias: alias.trim(), domain }, form.setError)) return;
    try {
      const { alias: made, message } = await createAlias.mutateAsync({
        domain,
        ...readAliasForm({ alias, forwardTo, notes }),
        ...life,
      });
      recordEvent({ name: 'alias_created', category: 'aliases' });
      // Into the same inbox as the one before was to go, which is the default unless another was chosen.
      form.reset({ ...emptyForm, domain, forwardTo: start.forwardTo });
      // Ready for the next one; on a phone the keyboard would hide what was made.
      if (window.matchMedia('(pointer: fine)').matches) focusName();
      await tellCreated(made, `${message}. `);
    } catch (error) {
      if (!showFieldErrors(error, form)) reportFailure(error, texts.notCreated, texts.createFailure);
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

function AddressFields({ form }: { form: CreateAliasFormState }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-3 md:content-start">
      <AliasNameField
        error={errors.alias?.message}
        registration={form.register('alias', { ...aliasRules.alias, onChange: () => void form.trigger('alias') })}
      />
      <Field label={texts.domain} error={errors.domain?.message}>
        {(control) => (
          <DomainSelect {...control} {...form.register('domain', { required: aliasFaults.domainRequired })} />
        )}
      </Field>
    </div>
  );
}

function DomainSelect(props: ComponentProps<'select'>) {
  const { data, isError, refetch } = useDomains();
  if (!data) {
    return (
      <>
        <Select {...props} disabled>
          <option value="">{isError ? texts.domainsNotLoaded : texts.loadingDomains}</option>
        </Select>
        {isError && (
          <TextButton className="self-start" onClick={() => void refetch()}>
            {texts.tryAgain}
          </TextButton>
        )}
      </>
    );
  }
  return (
    <Select {...props}>
      {data.domains.map((domain) => (
        <option key={domain} value={domain}>
          {atDomain(domain)}
        </option>
      ))}
    </Select>
  );
}
