import { Controller, useWatch } from 'react-hook-form';
import type { User } from '#contract/sign-in.ts';
import { aliasFaults } from '#contract/alias-faults.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { aliasRules } from '#web/features/aliases/alias-form.ts';
import { AliasNameField } from '#web/features/aliases/alias-name-field.tsx';
import { DomainSelect } from '#web/features/aliases/create/domain-select.tsx';
import { useCreateAliasForm, type CreateAliasFormState } from '#web/features/aliases/create/use-create-alias-form.ts';
import { NotesField } from '#web/features/aliases/notes-field.tsx';
import { useShortcut } from '#web/features/aliases/shortcuts/use-shortcut.ts';
import { TargetsField } from '#web/features/aliases/targets/targets-field.tsx';

export function CreateAliasForm({ user }: { user: User }) {
  const { form, element, focusName, submit, isPending } = useCreateAliasForm(user.id);
  const { errors } = form.formState;
  const notes = useWatch({ control: form.control, name: 'notes' }) ?? '';
  useShortcut('n', focusName);

  return (
    <Card aria-labelledby="create-alias" className="p-5 sm:p-6">
      <h2 id="create-alias" className="mb-5 text-lead font-semibold">
        Create New Alias
      </h2>
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
          rules={aliasRules.forwardTo}
          render={({ field }) => (
            <TargetsField
              {...field}
              ownEmail={user.email}
              error={errors.forwardTo?.message}
              className="md:col-start-2 md:row-span-2 md:row-start-1"
            />
          )}
        />
        <NotesField
          notes={notes}
          error={errors.notes?.message}
          registration={form.register('notes', aliasRules.notes)}
        />
        <div className="flex flex-col gap-4 md:col-span-2 md:flex-row md:items-center md:justify-between">
          <p className="text-small text-soft">
            Names and notes are stored as written. Your inboxes are stored encrypted.
          </p>
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Creating...' : 'Create Alias'}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function AddressFields({ form }: { form: CreateAliasFormState }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-3 md:content-start">
      <AliasNameField
        error={errors.alias?.message}
        registration={form.register('alias', { ...aliasRules.alias, onChange: () => void form.trigger('alias') })}
      />
      <Field label="Domain" error={errors.domain?.message}>
        {(control) => (
          <DomainSelect {...control} {...form.register('domain', { required: aliasFaults.domainRequired })} />
        )}
      </Field>
    </div>
  );
}
