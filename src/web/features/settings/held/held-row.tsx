import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldMessage, ReleaseHeld } from '#contract/held.ts';
import { heldMessages as texts } from '#messages/pages/held.ts';
import { senderRulesQuery } from '#web/components/sender-rules.tsx';
import { accountQuery } from '#web/components/account-query.ts';
import { SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface HeldRowProps {
  message: HeldMessage;
  /** What has the focus once this row is gone. */
  focusAfter: () => HTMLElement | null;
}

type Settling = { readonly kind: 'release'; readonly wish: ReleaseHeld } | { readonly kind: 'delete' };

function useSettleHeld({ id }: HeldMessage) {
  return useMutation({
    mutationFn: (how: Settling) =>
      how.kind === 'delete'
        ? request('DELETE /api/held/{id}', { params: { id } })
        : request('POST /api/held/{id}/release', { params: { id }, payload: how.wish }),
    onSuccess: (_answer, _how, _result, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: [ownKey, 'held'] }),
        client.invalidateQueries(senderRulesQuery),
        client.invalidateQueries(accountQuery),
      ]),
  });
}

/** One held message, and what can be done with it. */
export function HeldRow({ message, focusAfter }: HeldRowProps) {
  const { from, alias, reason, receivedAt, expiresAt } = message;
  const [asking, setAsking] = useState(false);
  const subject = message.subject || texts.noSubject;
  const { mutateAsync, isPending, variables } = useSettleHeld(message);
  const settle = useSingleRun(async (how: Settling) => {
    try {
      const { message: told } = await mutateAsync(how);
      setAsking(false);
      showToast({ title: told });
      focusAfter()?.focus();
    } catch (error) {
      setAsking(false);
      const isDelete = how.kind === 'delete';
      reportFailure(
        error,
        isDelete ? texts.notRemoved : texts.notReleased,
        isDelete ? texts.removeFailure : texts.releaseFailure,
      );
    }
  });
  const isUnproven = reason === 'unauthenticated' || reason === 'rejected';
  const daysLeft = Math.floor((Date.parse(expiresAt) - Date.now()) / dayMs);
  const busy = isPending ? variables.kind : null;
  return (
    <SectionRow
      title={subject}
      note={
        <>
          <p className="wrap-anywhere">{from}</p>
          <p className="wrap-anywhere">{texts.to(alias)}</p>
          <p>
            {texts.reasons[reason]} ·{' '}
            <time dateTime={receivedAt}>{texts.received(new Date(receivedAt).toLocaleString())}</time>
            {' · '}
            {texts.left(daysLeft)}
          </p>
        </>
      }
    >
      <Button
        look="plain"
        size="small"
        disabled={isPending}
        aria-label={texts.releaseOne(subject)}
        onClick={() => void settle({ kind: 'release', wish: {} })}
      >
        {busy === 'release' ? texts.releasing : texts.release}
      </Button>
      <Button
        look="plain"
        size="small"
        disabled={isPending}
        aria-label={texts.allowOne(subject)}
        onClick={() => setAsking(true)}
      >
        {texts.allow}
      </Button>
      <Button
        look="removing"
        size="small"
        disabled={isPending}
        aria-label={texts.removeOne(subject)}
        onClick={() => void settle({ kind: 'delete' })}
      >
        {busy === 'delete' ? texts.removing : texts.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.allowQuestion(from)}
        description={isUnproven ? texts.allowText(alias) : texts.allowProvenText(alias)}
        cancelText={texts.keep}
        confirmText={texts.allowConfirm}
        busyText={texts.releasing}
        busy={isPending}
        onConfirm={() => void settle({ kind: 'release', wish: { allow: true, evenIfRejected: isUnproven } })}
        returnFocus={focusAfter}
      />
    </SectionRow>
  );
}
