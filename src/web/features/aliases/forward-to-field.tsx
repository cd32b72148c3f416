import { useWatch } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/input.tsx';
import type { CreateAliasFormState } from '#web/features/aliases/use-create-alias-form.ts';

interface ForwardToFieldProps {
  form: CreateAliasFormState;
  ownEmail: string | null;
  className: string;
}

/** One target a line is as good as commas. */
const joinLines = (text: string): string => text.replace(/[\s,;]*\n[\s,;]*/g, ', ');

export const ForwardToField = ({ form, ownEmail, className }: ForwardToFieldProps) => {
  const forwardTo = useWatch({ control: form.control, name: 'forwardTo' });
  const error = form.formState.errors.forwardTo?.message;

  const takeOwnEmail = ownEmail !== null && forwardTo === '' && (
    <button
      type="button"
      className="rounded-mark text-note font-semibold whitespace-nowrap text-amber-deep underline underline-offset-2"
      onClick={() => form.setValue('forwardTo', ownEmail, { shouldValidate: error !== undefined })}
    >
      Use my email
    </button>
  );

  return (
    <Field
      label="Forward To Email(s) & Webhooks"
      hint="Several emails and https webhook URLs are supported, separated by commas."
      aside={takeOwnEmail}
      error={error}
      className={className}
    >
      {(control) => (
        <Textarea
          rows={3}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          className="flex-1"
          {...control}
          {...form.register('forwardTo', { setValueAs: joinLines })}
        />
      )}
    </Field>
  );
};
