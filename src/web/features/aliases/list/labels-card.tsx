import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { findLabelFault } from '#contract/aliases/life-faults.ts';
import type { Label } from '#contract/aliases/labels.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useDeleteLabel, useLabels, useRenameLabel } from '#web/features/aliases/list/many-calls.ts';
import { ListNotLoaded } from '#web/features/aliases/list/view-frame.tsx';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface LabelsCardProps {
  /** What has the focus once a label, and its buttons, are gone. */
  focusAfter: () => HTMLElement | null;
}

/** The labels of the account: renamed and deleted for all aliases at once. */
export function LabelsCard({ focusAfter }: LabelsCardProps) {
  const { data, isError, refetch } = useLabels();
  return (
    <Card aria-labelledby="labels">
      <div className="border-b border-line p-5 sm:px-6">
        <h2 id="labels" className="text-lead font-semibold">
          {texts.labels}
        </h2>
        <p className="mt-1 text-small text-soft">{texts.labelsDescription}</p>
      </div>
      {!data && !isError && <Waiting text={texts.loading} />}
      {!data && isError && <ListNotLoaded text={texts.labelsNotLoaded} onRetry={() => void refetch()} />}
      {data?.labels.length === 0 && <p className="px-5 py-12 text-center text-soft">{texts.noLabels}</p>}
      {data && (
        <ul className="divide-y divide-line">
          {data.labels.map((label) => (
            <LabelRow key={label.id} label={label} focusAfter={focusAfter} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function LabelRow({ label, focusAfter }: LabelsCardProps & { label: Label }) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { mutateAsync, isPending } = useDeleteLabel(label.id);
  const remove = useSingleRun(async () => {
    try {
      const { message } = await mutateAsync(undefined);
      showToast({ title: texts.labelDeleted, description: message });
    } catch (error) {
      reportFailure(error, texts.failed, texts.labelFailure);
    }
    setOpen(null);
  });
  return (
    <li className="px-5 py-3 sm:px-6">
      {open === 'rename' ? (
        <RenameForm label={label} onClose={() => setOpen(null)} />
      ) : (
        <div className="flex items-center justify-between gap-4">
          <p className="min-w-0 wrap-anywhere">
            <bdi className="font-medium">{label.name}</bdi>
            <span className="ml-3 text-small text-soft">{texts.found(label.aliases)}</span>
          </p>
          <div className="-mx-3 flex shrink-0">
            <IconButton label={texts.rename(label.name)} onClick={() => setOpen('rename')}>
              <Pencil aria-hidden="true" />
            </IconButton>
            <IconButton
              label={texts.deleteLabel(label.name)}
              className="hover:bg-gone-wash hover:text-gone"
              onClick={() => setOpen('delete')}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={(stays) => !stays && !isPending && setOpen(null)}
          title={texts.deleteQuestion(label.name)}
          description={texts.deleteDescription(label.aliases)}
          cancelText={texts.cancel}
          confirmText={texts.remove}
          busyText={texts.deleting}
          busy={isPending}
          onConfirm={() => void remove()}
          returnFocus={focusAfter}
        />
      )}
    </li>
  );
}

function RenameForm({ label, onClose }: { label: Label; onClose: () => void }) {
  const [name, setName] = useState(label.name);
  const [fault, setFault] = useState<string>();
  const { mutateAsync, isPending } = useRenameLabel(label.id);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const save = useSingleRun(async () => {
    const wrong = findLabelFault(name);
    if (wrong !== null) return setFault(wrong);
    try {
      await mutateAsync(name);
      showToast({ title: texts.labelRenamed, description: name });
      onClose();
    } catch (error) {
      reportFailure(error, texts.failed, texts.labelFailure);
    }
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-3 sm:flex-row sm:items-end"
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={texts.newName(label.name)} error={fault} className="grow">
        {(control) => (
          <Input
            ref={input}
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
            autoComplete="off"
            dir="auto"
            maxLength={lifeLimits.labelMax}
            value={name}
            onChange={(event) => setName(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" disabled={isPending}>
          {texts.save}
        </Button>
        <Button look="plain" disabled={isPending} onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
