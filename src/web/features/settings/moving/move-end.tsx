import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Move } from '#contract/moves/moves.ts';
import { moveMessages as texts } from '#messages/pages/account/moves.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { forgetMove, type MoveSteps } from '#web/features/settings/moving/moves.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatTime } from '#web/lib/format-time.ts';

interface MoveEndProps {
  move: Move;
  steps: MoveSteps;
  /** Where the focus goes when the buttons here are gone, or the whole move. */
  returnFocus: () => HTMLElement | null;
}

/** How a move ends: taken back for a day, or forgotten. */
export function MoveEnd({ move, steps, returnFocus }: MoveEndProps) {
  const [asking, setAsking] = useState<'undo' | 'forget' | null>(null);
  const service = texts.services[move.service];
  const close = (): void => setAsking(null);
  const mayUndo = move.undoUntil !== null && move.stage !== 'undoing';
  return (
    <>
      {mayUndo && <p className="text-note text-soft">{texts.undoUntil(formatTime(move.undoUntil ?? 0))}</p>}
      {steps.busy === null && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {mayUndo && (
            <Button look="plain" aria-label={texts.undoOne(service)} onClick={() => setAsking('undo')}>
              {texts.undo}
            </Button>
          )}
          <Button look="removing" aria-label={nameControl(texts.forget, service)} onClick={() => setAsking('forget')}>
            {texts.forget}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking === 'undo'}
        onOpenChange={close}
        title={texts.undoQuestion}
        description={texts.undoText(move.counts.made)}
        cancelText={texts.keep}
        confirmText={texts.undo}
        busyText={texts.undoing}
        busy={false}
        returnFocus={returnFocus}
        onConfirm={() => {
          close();
          void steps.go('undo');
        }}
      />
      {asking === 'forget' && <ForgetDialog move={move} onClose={close} returnFocus={returnFocus} />}
    </>
  );
}

interface ForgetDialogProps extends Pick<MoveEndProps, 'move' | 'returnFocus'> {
  onClose: () => void;
}

function ForgetDialog({ move, onClose, returnFocus }: ForgetDialogProps) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const forget = useSingleRun(async () => {
    setPending(true);
    try {
      await forgetMove(client, move.id);
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
      setPending(false);
      onClose();
    }
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.forgetQuestion}
      description={texts.forgetText}
      cancelText={texts.keep}
      confirmText={texts.forget}
      busyText={texts.forgetting}
      busy={isPending}
      returnFocus={returnFocus}
      onConfirm={() => void forget()}
    />
  );
}
