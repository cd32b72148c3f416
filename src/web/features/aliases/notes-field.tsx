import { useWatch } from 'react-hook-form';
import { limits } from '#contract/limits.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import type { CreateAliasFormState } from '#web/features/aliases/use-create-alias-form.ts';

export const NotesField = ({ form }: { form: CreateAliasFormState }) => {
  const notes = useWatch({ control: form.control, name: 'notes' }) ?? '';
  const counter = (
    <span className="text-note text-soft tabular-nums">
      {limits.notesMax - notes.length} of {limits.notesMax} left
    </span>
  );
  return (
    <Field label="Notes (Optional)" aside={counter} error={form.formState.errors.notes?.message}>
      {(control) => <Input autoComplete="off" maxLength={limits.notesMax} {...control} {...form.register('notes')} />}
    </Field>
  );
};
