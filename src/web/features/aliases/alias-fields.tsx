import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn, UseFormSetError } from 'react-hook-form';
import { findAliasFault, findNotesFault } from '#contract/alias-faults.ts';
import type { OwnFields } from '#contract/aliases/own-fields.ts';
import { limits } from '#contract/limits.ts';
import { findTypedForwardToFault, readTypedForwardTo } from '#contract/account/typed-address.ts';
import { aliasFaultTexts } from '#messages/faults.ts';
import { aliasFormMessages as texts } from '#messages/pages/aliases.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { isRefusedName } from '#web/features/aliases/reserved-name.ts';
import { showToast } from '#web/lib/toast.ts';

type OwnValues = { [Name in keyof OwnFields]?: OwnFields[Name] | undefined };

/** What the forms for new and for changed aliases have in common. */
export interface AliasFormValues extends OwnValues {
  alias: string;
  forwardTo: string;
  labels?: string[];
  expiresAt?: string | null;
  maxMessages?: number | null;
  idleDays?: number | null;
}

/** For the form library, to which `true` means that nothing is wrong. */
export const aliasRules = {
  alias: { validate: (text: string) => findAliasFault(text) ?? true },
  /** `kept`: the inboxes that are there already. */
  forwardTo: (kept: readonly string[]) => ({
    validate: (text: string) => findTypedForwardToFault(text, kept) ?? true,
  }),
  notes: { validate: (text: string | null | undefined) => findNotesFault(text ?? '') ?? true },
} as const;

/** As it is sent: empty notes are none. */
export function readAliasForm({ alias, forwardTo, notes }: AliasFormValues) {
  return {
    alias: alias.trim().toLowerCase(),
    forwardTo: readTypedForwardTo(forwardTo),
    ...(notes?.trim() ? { notes } : {}),
  };
}

/** Says no to a reserved name before anything is sent, where the domain is shared. */
export async function refuseReserved<Values extends AliasFormValues>(
  client: QueryClient,
  { alias, domain }: { readonly alias: string; readonly domain: string },
  setError: UseFormSetError<Values>,
): Promise<boolean> {
  if (!(await isRefusedName(client, alias, domain))) return false;
  const message = aliasFaultTexts.aliasReserved(alias);
  (setError as UseFormSetError<AliasFormValues>)('alias', { message }, { shouldFocus: true });
  showToast({ title: texts.notAllowed, description: message, tone: 'destructive' });
  return true;
}

/** At once: the form library's own way waits a moment, in which a quick typist loses the first letter. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

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
