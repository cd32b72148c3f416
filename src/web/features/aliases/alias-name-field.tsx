import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

interface AliasNameFieldProps {
  error: string | undefined;
  registration: UseFormRegisterReturn;
  aside?: ReactNode;
}

export function AliasNameField({ error, registration, aside }: AliasNameFieldProps) {
  return (
    <Field label="Alias Name" aside={aside} error={error}>
      {(control) => (
        <Input
          placeholder="my-alias"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          {...registration}
        />
      )}
    </Field>
  );
}
