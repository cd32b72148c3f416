import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { WithAddresses } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { onEscape, useReturnFocus } from '#web/components/ui/dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** Stands between the question and its answers. */
  children?: ReactNode;
  cancelText: string;
  confirmText: string;
  busyText: string;
  busy: boolean;
  /** Something must be done first. */
  locked?: boolean;
  onConfirm: () => void;
  /** Where the focus goes when what opened the dialog is gone. */
  returnFocus?: () => HTMLElement | null;
}

/** Asks before something is gone for good. Closes by the caller once that is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <AlertDialog.Content
          className="fixed top-1/2 left-1/2 z-30 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 animate-fade overflow-y-auto rounded-box border border-line bg-sheet p-6"
          {...useReturnFocus(props.returnFocus)}
          onKeyDown={onEscape(() => props.onOpenChange(false))}
        >
          <AlertDialog.Title className="text-lead font-semibold wrap-anywhere">
            <WithAddresses>{props.title}</WithAddresses>
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-soft">{props.description}</AlertDialog.Description>
          {props.children}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button look="plain" disabled={props.busy}>
                {props.cancelText}
              </Button>
            </AlertDialog.Cancel>
            <Button look="destructive" disabled={props.busy || props.locked} onClick={props.onConfirm}>
              {props.busy ? props.busyText : props.confirmText}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
