import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { findForwardToFault } from '#contract/alias-faults.ts';
import type { BulkChange, BulkResponse } from '#contract/aliases/bulk.ts';
import { findLabelFault, lifeFaults, splitLabels } from '#contract/aliases/life-faults.ts';
import type { Alias } from '#contract/aliases.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { undoAction } from '#web/components/undo.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { endOfDay } from '#web/features/aliases/lives/life-fields.tsx';
import { useChangeMany, type Chosen } from '#web/features/aliases/list/many-calls.ts';
import { reportUnconfirmed } from '#web/lib/confirm-identity.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface ManyBarProps extends Pick<Chosen, 'filter' | 'isAllFound'> {
  aliases: readonly Alias[];
}

/** What asks for a text first. */
type Asking = 'addLabels' | 'removeLabels' | 'forwardTo' | 'ends';

/** What to do with the aliases that are chosen. */
export function ManyBar({ aliases, filter, isAllFound }: ManyBarProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const [removing, setRemoving] = useState(false);
  const { run, isPending, skipped } = useManyChange(aliases, { filter, isAllFound });
  const { lives = false } = useConfig()?.features ?? {};
  const askings: readonly Asking[] = ['addLabels', 'removeLabels', 'forwardTo', ...(lives ? (['ends'] as const) : [])];

  return (
    <section aria-label={texts.actions} className="flex flex-col gap-4 border-b border-line bg-paper px-5 py-4 sm:px-6">
      <div className="flex flex-wrap gap-2">
        <Button look="plain" size="small" disabled={isPending} onClick={() => void run({ active: true })}>
          {texts.switchOn}
        </Button>
        <Button look="plain" size="small" disabled={isPending} onClick={() => void run({ active: false })}>
          {texts.pause}
        </Button>
        {askings.map((name) => (
          <Button
            key={name}
            look="plain"
            size="small"
            disabled={isPending}
            aria-expanded={asking === name}
            className="aria-expanded:bg-well"
            onClick={() => setAsking(asking === name ? null : name)}
          >
            {texts[name]}
          </Button>
        ))}
        <Button look="removing" size="small" disabled={isPending} onClick={() => setRemoving(true)}>
          {texts.remove}
        </Button>
      </div>
      {asking && (
        <AskForm
          key={asking}
          name={asking}
          busy={isPending}
          onCancel={() => setAsking(null)}
          onApply={(change) => void run(change, () => setAsking(null))}
        />
      )}
      <Skipped skipped={skipped} aliases={aliases} />
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && !isPending && setRemoving(false)}
          title={texts.removeQuestion(aliases.length)}
          description={texts.removeDescription}
          cancelText={texts.keep}
          confirmText={texts.remove}
          busyText={texts.working}
          busy={isPending}
          onConfirm={() => void run({ delete: true }).then(() => setRemoving(false))}
        />
      )}
    </section>
  );
}

function useManyChange(aliases: readonly Alias[], { filter, isAllFound }: Pick<Chosen, 'filter' | 'isAllFound'>) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useChangeMany();
  const [skipped, setSkipped] = useState<BulkResponse['skipped']>([]);
  const run = useSingleRun(async (change: BulkChange, onDone?: () => void) => {
    try {
      const chosen = { ids: aliases.map(({ id }) => id), isAllFound, filter };
      const answer = await mutateAsync({ chosen, change });
      setSkipped(answer.skipped);
      showToast({ title: texts.done, description: answer.message, ...undoAction(client, answer.undo) });
      onDone?.();
    } catch (error) {
      reportUnconfirmed(error, texts.failed, texts.failure);
    }
  });
  return { run, isPending, skipped };
}

const mostShown = 5;

function Skipped({ skipped, aliases }: { skipped: BulkResponse['skipped']; aliases: readonly Alias[] }) {
  const addresses = new Map(aliases.map((alias) => [alias.id, aliasAddress(alias)]));
  return (
    skipped.length > 0 && (
      <div role="alert" className="text-small">
        <p className="font-medium">{texts.skipped(skipped.length)}</p>
        <ul className="text-soft">
          {skipped.slice(0, mostShown).map(({ id, message }) => (
            <li key={id} className="wrap-anywhere">
              {addresses.get(id)} {message}
            </li>
          ))}
        </ul>
      </div>
    )
  );
}

/** The change that a text asks for, or what is wrong with it. */
function readAsked(name: Asking, text: string): BulkChange | string {
  if (name === 'forwardTo') return findForwardToFault(text) ?? { forwardTo: splitForwardTo(text).join(', ') };
  if (name === 'ends') return { expiresAt: endOfDay(text) };
  const names = splitLabels(text);
  if (names.length === 0) return lifeFaults.labelRequired;
  return names.map(findLabelFault).find((fault) => fault !== null) ?? { [name]: names };
}

const hints = {
  addLabels: texts.labelsHint,
  removeLabels: texts.labelsHint,
  forwardTo: texts.forwardHint,
  ends: texts.endsHint,
};

interface AskFormProps {
  name: Asking;
  busy: boolean;
  onCancel: () => void;
  onApply: (change: BulkChange) => void;
}

function AskForm({ name, busy, onCancel, onApply }: AskFormProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const apply = (event: SyntheticEvent): void => {
    event.preventDefault();
    const asked = readAsked(name, text);
    if (typeof asked === 'string') setFault(asked);
    else onApply(asked);
  };
  return (
    <form noValidate onSubmit={apply} className="flex flex-col gap-3 sm:flex-row sm:items-start">
      <Field label={texts[name]} hint={hints[name]} error={fault} className="grow">
        {(control) => (
          <Input
            type={name === 'ends' ? 'date' : 'text'}
            ref={input}
            autoComplete="off"
            dir="auto"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setFault(undefined);
            }}
            {...control}
          />
        )}
      </Field>
      <div className="flex gap-3 sm:pt-7">
        <Button type="submit" disabled={busy}>
          {busy ? texts.working : texts.apply}
        </Button>
        <Button look="plain" disabled={busy} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
