import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { secondFactorInputSchema, type SecondFactorInput } from '#contract/second-factor.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

interface CodeFormProps {
  hint: string;
  text: string;
  busyText: string;
  busy: boolean;
  onCode: (input: SecondFactorInput) => Promise<void>;
}

export function CodeForm({ hint, text, busyText, busy, onCode }: CodeFormProps) {
  const form = useForm<SecondFactorInput>({
    resolver: zodResolver(secondFactorInputSchema),
    defaultValues: { code: '' },
  });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onCode)(event)} className="flex flex-col gap-4">
      <Field label="Code" hint={hint} error={form.formState.errors.code?.message}>
        {(control) => <Input autoComplete="one-time-code" {...control} {...form.register('code')} />}
      </Field>
      <Button type="submit" disabled={busy}>
        {busy ? busyText : text}
      </Button>
    </form>
  );
}
