import type { User } from '#contract/accounts.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { DomainSelect } from '#web/features/aliases/domain-select.tsx';
import { ForwardToField } from '#web/features/aliases/forward-to-field.tsx';
import { NotesField } from '#web/features/aliases/notes-field.tsx';
import { useCreateAliasForm } from '#web/features/aliases/use-create-alias-form.ts';

export const CreateAliasForm = ({ user }: { user: User }) => {
  const { form, submit, isPending } = useCreateAliasForm(user.id);
  const { errors } = form.formState;
  return (
    <Card aria-labelledby="create-alias" className="p-5 sm:p-6">
      <h2 id="create-alias" className="mb-5 text-lead font-semibold">
        Create New Alias
      </h2>
      <form noValidate onSubmit={submit} className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-3 md:content-start">
          <Field label="Alias Name" error={errors.alias?.message}>
            {(control) => (
              <Input
                placeholder="my-alias"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...control}
                {...form.register('alias')}
              />
            )}
          </Field>
          <Field label="Domain" error={errors.domain?.message}>
            {(control) => <DomainSelect {...control} {...form.register('domain')} />}
          </Field>
        </div>
        <ForwardToField form={form} ownEmail={user.email} className="md:col-start-2 md:row-span-2 md:row-start-1" />
        <NotesField form={form} />
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
};
