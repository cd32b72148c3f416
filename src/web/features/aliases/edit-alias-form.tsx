import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Alias } from '#contract/aliases.ts';
import { pickOwn } from '#contract/aliases/own-fields.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { aliasFormMessages as texts } from '#messages/pages/aliases.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useUpdateAlias } from '#web/features/aliases/alias-calls.ts';
import {
  AliasNameField,
  NotesField,
  aliasRules,
  focusField,
  readAliasForm,
  refuseReserved,
  type AliasFormValues,
} from '#web/features/aliases/alias-fields.tsx';
import { aliasAddress, isPaused, keptForwardTo } from '#web/features/aliases/alias-state.ts';
import { reportUnconfirmed } from '#web/lib/confirm-identity.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { TargetsField } from '#web/features/aliases/targets/targets-field.tsx';
import { CopiesSlot, FieldsSlot } from '#web/features/aliases/lives/life-slots.tsx';
import { TransferPanel } from '#web/features/aliases/lives/transfer-panel.tsx';
import { showToast } from '#web/lib/toast.ts';
import { atDomain } from '#web/lib/page-facts.ts';
import { undoAction } from '#web/lib/aliases/undo.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Stands in the place of an alias while it is changed. Enter saves, Escape cancels. */
export function EditAliasForm({ alias, onClose, offersPass = false }: EditAliasProps & { offersPass?: boolean }) {
  const { form, notes, save, canSave, isSaving, changedElsewhere } = useEditAliasForm({ alias, onClose });
  const { errors } = form.formState;
  const kept = splitForwardTo(keptForwardTo(alias));
  const element = useEscape(() => !isSaving && onClose());
  useEffect(() => focusField(element.current, 'alias'), [element]);

  return (
    <form
      ref={element}
      noValidate
      aria-label={texts.edit(aliasAddress(alias))}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-x-8 gap-y-5 md:grid-cols-2 md:grid-rows-[auto_1fr_auto]"
    >
      <AliasNameField
        aside={<span className="truncate text-note text-soft">{atDomain(alias.domain)}</span>}
        error={errors.alias?.message}
        registration={form.register('alias', { ...aliasRules.alias, onChange: () => void form.trigger('alias') })}
      />
      <Controller
        control={form.control}
        name="forwardTo"
        rules={aliasRules.forwardTo(kept)}
        render={({ field }) => (
          <TargetsField
            {...field}
            kept={kept}
            sendsOnEnter
            ownEmail={null}
            error={errors.forwardTo?.message}
            className="md:col-start-2 md:row-span-2 md:row-start-1"
          />
        )}
      />
      <NotesField notes={notes} error={errors.notes?.message} registration={form.register('notes', aliasRules.notes)} />
      <CopiesSlot control={form.control} />
      <FieldsSlot form={form} alias={alias} />
      {offersPass && <TransferPanel alias={alias} />}
      <div className="flex flex-col gap-4 md:col-span-2 md:flex-row md:items-center md:justify-between">
        <p role="status" className="text-small text-soft">
          {changedElsewhere ? texts.changedElsewhere : isPaused(alias) && alias.ended === null && texts.staysPaused}
        </p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row md:ml-auto">
          <Button look="plain" disabled={isSaving} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={!canSave}>
            {isSaving ? texts.saving : texts.save}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** For a form: what Escape does while the focus is in it. */
function useEscape(act: () => void) {
  const element = useRef<HTMLFormElement>(null);
  const press = useEffectEvent(({ key, isComposing }: KeyboardEvent) => {
    if (key === 'Escape' && !isComposing) act();
  });
  useEffect(() => {
    const form = element.current;
    const listen = (event: KeyboardEvent): void => press(event);
    form?.addEventListener('keydown', listen);
    return () => form?.removeEventListener('keydown', listen);
  }, []);
  return element;
}

interface EditAliasProps {
  alias: Alias;
  onClose: () => void;
}

function readAlias(alias: Alias): AliasFormValues {
  return {
    alias: alias.alias,
    forwardTo: splitForwardTo(keptForwardTo(alias))
      .map((piece) => `${piece}, `)
      .join(''),
    ...pickOwn(alias),
    notes: alias.notes ?? '',
    labels: alias.labels,
    expiresAt: alias.expiresAt,
    maxMessages: alias.maxMessages,
    idleDays: alias.idleDays,
  };
}

/** Beside what is always sent. A number of messages counts anew when it is sent: what was left alone is not. */
function changedRest(input: AliasFormValues, sent: object, start: AliasFormValues) {
  const names = (Object.keys(input) as (keyof AliasFormValues)[]).filter((name) => !(name in sent));
  const changed = names.filter((name) => String(input[name]) !== String(start[name]));
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

function useEditAliasForm({ alias, onClose }: EditAliasProps) {
  const client = useQueryClient();
  const [start] = useState(() => readAlias(alias));
  const form = useForm<AliasFormValues>({ defaultValues: start });
  const { mutateAsync, isPending, isSuccess } = useUpdateAlias(alias);
  const [name, forwardTo, notes] = useWatch({ control: form.control, name: ['alias', 'forwardTo', 'notes'] });

  const send = async (input: AliasFormValues): Promise<void> => {
    const next = readAliasForm(input);
    const isNewName = next.alias !== alias.alias;
    if (isNewName && (await refuseReserved(client, { ...alias, alias: next.alias }, form.setError))) return;
    try {
      const { undo } = await mutateAsync({ ...next, ...changedRest(input, next, start) });
      const description = texts.updatedDescription(`${next.alias}@${alias.domain}`);
      showToast({ title: texts.updated, description, ...undoAction(client, undo) });
      onClose();
    } catch (error) {
      if (!showFieldErrors(error, form)) reportUnconfirmed(error, texts.notUpdated, texts.updateFailure);
    }
  };
  const canSave = name.trim() !== '' && splitForwardTo(forwardTo).length > 0 && !isPending;
  const save = useSingleRun(form.handleSubmit(send));

  return {
    form,
    notes: notes ?? '',
    /** Nothing is sent while a name or a target is missing. */
    save: async () => (canSave ? save() : undefined),
    canSave,
    isSaving: isPending,
    changedElsewhere: !isPending && !isSuccess && JSON.stringify(readAlias(alias)) !== JSON.stringify(start),
  };
}
