import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { limits } from '#contract/limits.ts';
import { aliasFormMessages as texts } from '#messages/aliases.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

interface NotesFieldProps {
  notes: string;
  error: string | undefined;
  registration: UseFormRegisterReturn;
}

/** From here on the end is worth hearing of. */
const fewLeft = 20;

export function NotesField({ notes, error, registration }: NotesFieldProps) {
  const left = limits.notesMax - notes.length;
  const counter = (
    <>
      <span className="text-note text-soft tabular-nums">{texts.notesLeft(left, limits.notesMax)}</span>
      <span role="status" className="sr-only">
        {left <= fewLeft && texts.charactersLeft(left)}
      </span>
    </>
  );
  return (
    <Field label={texts.notes} aside={counter} error={error}>
      {(control) => <Input autoComplete="off" dir="auto" maxLength={limits.notesMax} {...control} {...registration} />}
    </Field>
  );
}

interface AliasNameFieldProps {
  error: string | undefined;
  registration: UseFormRegisterReturn;
  aside?: ReactNode;
}

export function AliasNameField({ error, registration, aside }: AliasNameFieldProps) {
  return (
    <Field label={texts.name} aside={aside} error={error}>
      {(control) => (
        <Input
          placeholder={texts.nameExample}
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
