import { useState } from 'react';
import type { AliasesResponse } from '#contract/aliases.ts';
import { binMessages as texts } from '#messages/pages/undo/bin.ts';
import { EmailText, WithAddresses } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { aliasAddress, keptForwardTo } from '#web/features/aliases/alias-state.ts';
import { useForgetAlias, useRestoreAlias } from '#web/features/aliases/list/bin-calls.ts';
import { reportUnconfirmed } from '#web/lib/confirm-identity.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface BinnedRowProps {
  alias: AliasesResponse['aliases'][number];
  /** What has the focus once the row is gone. */
  focusAfter: () => HTMLElement | null;
}

/** When it was deleted, and until when it stays. */
function describeTimes({ binnedAt = '', binEndsAt = '' }: BinnedRowProps['alias']): string {
  const [deleted = '', ends = ''] = [binnedAt, binEndsAt].map((time) =>
    new Date(time).toLocaleDateString(__LOCALE__, { dateStyle: 'medium' }),
  );
  return texts.times(deleted, ends);
}

/** One deleted alias, with the ways back and out. */
export function BinnedRow({ alias, focusAfter }: BinnedRowProps) {
  const address = aliasAddress(alias);
  const { mutateAsync, isPending } = useRestoreAlias(alias.id);
  const [asking, setAsking] = useState(false);

  const restore = useSingleRun(async () => {
    try {
      await mutateAsync();
      showToast({ title: texts.restored, description: texts.restoredDescription(address) });
      focusAfter()?.focus();
    } catch (error) {
      reportFailure(error, texts.notRestored, texts.restoreFailure);
    }
  });

  return (
    <li className="flex flex-col gap-4 p-5 sm:px-6 md:flex-row md:items-center md:justify-between">
      <div className="min-w-0">
        <h3 className="font-semibold">
          <EmailText address={address} />
        </h3>
        <p className="mt-1 text-small wrap-anywhere">
          <WithAddresses>{keptForwardTo(alias)}</WithAddresses>
        </p>
        {alias.notes !== null && <p className="mt-1 text-small wrap-anywhere text-soft">{alias.notes}</p>}
        <p className="mt-1 text-note text-soft">{describeTimes(alias)}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <Button
          look="plain"
          size="small"
          aria-label={texts.restoreOne(address)}
          disabled={isPending}
          onClick={() => void restore()}
        >
          {texts.restore}
        </Button>
        <Button
          look="removing"
          size="small"
          aria-label={nameControl(texts.forget, address)}
          onClick={() => setAsking(true)}
        >
          {texts.forget}
        </Button>
      </div>
      {asking && <ForgetDialog alias={alias} onClose={() => setAsking(false)} focusAfter={focusAfter} />}
    </li>
  );
}

function ForgetDialog({ alias, onClose, focusAfter }: BinnedRowProps & { onClose: () => void }) {
  const { mutateAsync, isPending } = useForgetAlias(alias.id);
  const address = aliasAddress(alias);

  const confirm = useSingleRun(async () => {
    try {
      await mutateAsync();
      showToast({ title: texts.forgotten });
    } catch (error) {
      reportUnconfirmed(error, texts.notForgotten, texts.forgetFailure);
    }
    onClose();
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={texts.forgetQuestion(address)}
      description={texts.forgetDescription}
      cancelText={texts.keep}
      confirmText={texts.forget}
      busyText={texts.forgetting}
      busy={isPending}
      onConfirm={() => void confirm()}
      returnFocus={focusAfter}
    />
  );
}
