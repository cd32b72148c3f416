import { useEffect, useEffectEvent, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { Button } from '#web/components/ui/button.tsx';
import { aliasRules } from '#web/features/aliases/alias-form.ts';
import { AliasNameField } from '#web/features/aliases/alias-name-field.tsx';
import { aliasAddress, isPaused } from '#web/features/aliases/alias-state.ts';
import { useEditAliasForm, type EditAliasProps } from '#web/features/aliases/edit/use-edit-alias-form.ts';
import { focusField } from '#web/features/aliases/focus-field.ts';
import { NotesField } from '#web/features/aliases/notes-field.tsx';
import { TargetsField } from '#web/features/aliases/targets/targets-field.tsx';

/** Stands in the place of an alias while it is changed. Enter saves, Escape cancels. */
export function EditAliasForm({ alias, onClose }: EditAliasProps) {
  const { form, notes, save, canSave, isSaving, changedElsewhere } = useEditAliasForm({ alias, onClose });
  const { errors } = form.formState;
  const element = useEscape(() => !isSaving && onClose());
  useEffect(() => focusField(element.current, 'alias'), [element]);

  return (
    <form
      ref={element}
      noValidate
      aria-label={`Edit ${aliasAddress(alias)}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-x-8 gap-y-5 md:grid-cols-2 md:grid-rows-[auto_1fr_auto]"
    >
      <AliasNameField
        aside={<span className="truncate text-note text-soft">@{alias.domain}</span>}
        error={errors.alias?.message}
        registration={form.register('alias', { ...aliasRules.alias, onChange: () => void form.trigger('alias') })}
      />
      <Controller
        control={form.control}
        name="forwardTo"
        rules={aliasRules.forwardTo}
        render={({ field }) => (
          <TargetsField
            {...field}
            sendsOnEnter
            ownEmail={null}
            error={errors.forwardTo?.message}
            className="md:col-start-2 md:row-span-2 md:row-start-1"
          />
        )}
      />
      <NotesField notes={notes} error={errors.notes?.message} registration={form.register('notes', aliasRules.notes)} />
      <div className="flex flex-col gap-4 md:col-span-2 md:flex-row md:items-center md:justify-between">
        <p role="status" className="text-small text-soft">
          {changedElsewhere
            ? 'This alias was changed elsewhere since you began. Saving replaces that.'
            : isPaused(alias) && 'Paused - emails silently dropped. It stays paused when you save.'}
        </p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row md:ml-auto">
          <Button look="plain" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!canSave}>
            {isSaving ? 'Saving...' : 'Save'}
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
