import type { ReactNode, SyntheticEvent } from 'react';
import type { BulkChange } from '#contract/aliases/bulk.ts';
import type { Alias } from '#contract/aliases.ts';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';

/** Of what asks for more before selected aliases are changed. */
export interface ManyDialogProps {
  /** Those that are selected. */
  aliases: readonly Alias[];
  /** How many of them are out of sight. */
  hidden: number;
  busy: boolean;
  onClose: () => void;
  /** `onFault` hears what the server has against it. */
  onApply: (change: BulkChange, onFault: (fault: string) => void) => void;
}

interface ManyFormProps extends Pick<ManyDialogProps, 'busy' | 'onClose'> {
  title: string;
  description: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog with one form in it. */
export function ManyForm({ title, description, busy, onClose, onSubmit, children }: ManyFormProps) {
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Dialog title={title} description={description} onClose={() => !busy && onClose()}>
      <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
        {children}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="plain" aria-disabled={busy} onClick={() => !busy && onClose()}>
            {texts.cancel}
          </Button>
          <Button type="submit" aria-disabled={busy} className="aria-disabled:opacity-60">
            {busy ? texts.working : texts.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
