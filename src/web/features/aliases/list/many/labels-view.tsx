import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { findLabelFault } from '#contract/aliases/life-faults.ts';
import type { Label } from '#contract/aliases/labels.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { labelMessages as texts } from '#messages/pages/lives/many.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useDeleteLabel, useLabels, useRenameLabel } from '#web/features/aliases/list/many/many-calls.ts';
import { ListNotLoaded, ViewHeader } from '#web/features/aliases/list/view-frame.tsx';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface LabelRowProps {
  label: Label;
  /** What has the focus once a label, and its buttons, are gone. */
  focusAfter: () => HTMLElement | null;
}

/** Stands in the place of the list of aliases: the labels of the account, renamed and deleted for all aliases at once. */
export function LabelsView({ onLeave }: { userId: string; onLeave: () => void }) {
  const { data, isError, refetch } = useLabels();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card aria-labelledby="labels">
      <ViewHeader
        id="labels"
        ref={heading}
        title={texts.title}
        description={texts.description}
        back={texts.back}
        onLeave={onLeave}
      />
      {!data && !isError && <Waiting text={texts.loading} />}
      {!data && isError && <ListNotLoaded text={texts.notLoaded} onRetry={() => void refetch()} />}
      {data?.labels.length === 0 && <p className="px-5 py-12 text-center text-soft">{texts.none}</p>}
      {data && (
        <ul className="divide-y divide-line">
          {data.labels.map((label) => (
            <LabelRow key={label.id} label={label} focusAfter={() => heading.current} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function LabelRow({ label, focusAfter }: LabelRowProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const endRename = (): void => {
    flushSync(() => setOpen(null));
    pencil.current?.focus();
  };
  const { mutateAsync, isPending } = useDeleteLabel(label.id);
  const remove = useSingleRun(async () => {
    try {
      const { message } = await mutateAsync(undefined);
      showToast({ title: texts.deleted, description: message });
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
    }
    setOpen(null);
  });
  return (
    <li className="px-5 py-3 sm:px-6">
      {open === 'rename' ? (
        <RenameForm label={label} onClose={endRename} />
      ) : (
        <div className="flex items-center justify-between gap-4">
          <p className="min-w-0 wrap-anywhere">
            <bdi className="font-medium">{label.name}</bdi>
            <span className="ml-3 text-small text-soft">{texts.found(label.aliases)}</span>
          </p>
          <div className="-mx-3 flex shrink-0">
            <IconButton ref={pencil} label={texts.rename(label.name)} onClick={() => setOpen('rename')}>
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
      showToast({ title: texts.renamed, description: name });
      onClose();
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
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
