import { useState } from 'react';
import type { BulkChange } from '#contract/aliases/bulk.ts';
import type { Alias } from '#contract/aliases.ts';
import { findLabelFault, splitLabels } from '#contract/aliases/life-faults.ts';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { ManyForm, type ManyDialogProps } from '#web/features/aliases/list/many/many-form.tsx';
import { countLabels, readLabelChange, type LabelCount } from '#web/features/aliases/list/many/read-change.ts';

interface LabelDialogProps extends ManyDialogProps {
  all: readonly Alias[];
}

/** Gives labels to all that are selected, and takes others off them. */
export function LabelDialog({ aliases, all, busy, onClose, onApply }: LabelDialogProps) {
  // As they were when it was opened.
  const [labels] = useState(() => countLabels(all, aliases));
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const apply = (): void => {
    const names = splitLabels(typed);
    const wrong = names.map(findLabelFault).find((one) => one !== null);
    const change: BulkChange | null = readLabelChange(wanted, names);
    if (wrong !== undefined) setFault(wrong);
    else if (change === null) setFault(texts.labelNothing);
    else onApply(change, setFault);
  };
  const setLabel = (name: string, on: boolean): void => {
    setWanted(new Map(wanted).set(name, on));
    setFault(undefined);
  };
  return (
    <ManyForm
      title={texts.labelTitle(aliases.length)}
      description={texts.labelDescription}
      busy={busy}
      onClose={onClose}
      onSubmit={apply}
    >
      {labels.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="text-small font-semibold">{texts.labels}</legend>
          <div className="mt-2 flex max-h-52 flex-col overflow-y-auto rounded-box border border-line px-3 py-1">
            {labels.map((label) => (
              <LabelChoice
                key={label.name}
                label={label}
                total={aliases.length}
                wanted={wanted.get(label.name)}
                onChange={(on) => setLabel(label.name, on)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <Field label={texts.newLabels} hint={texts.newLabelsHint} error={fault}>
        {(control) => (
          <Input
            autoComplete="off"
            dir="auto"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setFault(undefined);
            }}
            {...control}
          />
        )}
      </Field>
    </ManyForm>
  );
}

interface LabelChoiceProps {
  label: LabelCount;
  total: number;
  /** Undefined: it stays on those that have it. */
  wanted: boolean | undefined;
  onChange: (on: boolean) => void;
}

function LabelChoice({ label: { name, some }, total, wanted, onChange }: LabelChoiceProps) {
  const isMixed = wanted === undefined && some > 0 && some < total;
  return (
    <label className="flex min-h-9 items-center gap-3 text-small">
      <input
        type="checkbox"
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed;
        }}
        className="size-5 shrink-0 accent-amber-deep"
        checked={wanted ?? some === total}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0 wrap-anywhere">{isMixed ? texts.onSome(name, some) : name}</span>
    </label>
  );
}
