import { type FormEvent, useState } from 'react';
import type { AliasSettings } from '#contract/aliases/alias-settings.ts';
import { findFromNameFault } from '#contract/aliases/from-name.ts';
import { handlingMessages as texts } from '#messages/pages/alias-mail.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useChangeAliasSetting } from '#web/features/aliases/mail/mail-calls.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface FromNameRowProps {
  aliasId: string;
  settings: AliasSettings;
}

/** The name beside the alias in what it sends. A text is saved by its button, unlike the switches around it. */
export function FromNameRow({ aliasId, settings }: FromNameRowProps) {
  const { label, text, save, saving, saved } = texts.fromName;
  const { mutateAsync, isPending } = useChangeAliasSetting(aliasId, 'fromName');
  const [name, setName] = useState(settings.fromName ?? '');
  const wanted = name.trim();
  const fault = findFromNameFault(wanted);

  const change = useSingleRun(async () => {
    try {
      await mutateAsync(wanted === '' ? null : wanted);
      setName(wanted);
      showToast({ title: saved });
    } catch (error) {
      reportFailure(error, texts.notSaved, texts.failure);
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fault === null && wanted !== (settings.fromName ?? '')) void change();
  };

  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <form noValidate aria-busy={isPending} onSubmit={submit}>
        <Field label={label} hint={text} error={fault ?? undefined}>
          {(control) => (
            <div className="flex flex-col gap-2 sm:flex-row">
              <Input
                {...control}
                autoComplete="off"
                dir="auto"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <Button
                look="plain"
                type="submit"
                disabled={isPending || fault !== null || wanted === (settings.fromName ?? '')}
                className="shrink-0 self-start"
              >
                {isPending ? saving : save}
              </Button>
            </div>
          )}
        </Field>
      </form>
    </li>
  );
}
