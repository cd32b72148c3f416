import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldMessage, ReleaseHeld } from '#contract/held/held.ts';
import { heldMessages as texts } from '#messages/pages/held.ts';
import { senderRulesQuery } from '#web/components/sender-rules.tsx';
import { accountQuery } from '#web/components/account-query.ts';
import { SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { nameControl } from '#web/lib/name-control.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatTime } from '#web/lib/format-time.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface HeldRowProps {
  message: HeldMessage;
  now: number;
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

/** One held message, and what can be done with it. `now`: when the list was asked for. */
export function HeldRow({ message, now, focusAfter }: HeldRowProps) {
  const { from, alias, reason, receivedAt, expiresAt } = message;
  const left = texts.left(Math.ceil((Date.parse(expiresAt) - now) / dayMs));
  return (
    <SectionRow
      title={message.subject || texts.noSubject}
      note={
        <>
          <p className="wrap-anywhere">{from}</p>
          <p className="wrap-anywhere">{texts.to(alias)}</p>
          <p>{texts.when(texts.reasons[reason], formatTime(receivedAt), left)}</p>
        </>
      }
      below={
        <div className="flex flex-wrap gap-2">
          <HeldActs message={message} focusAfter={focusAfter} />
        </div>
      }
    />
  );
}

function HeldActs({ message, focusAfter }: Omit<HeldRowProps, 'now'>) {
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
      const [title, text] =
        how.kind === 'delete' ? [texts.notRemoved, texts.removeFailure] : [texts.notReleased, texts.releaseFailure];
      reportFailure(error, title, text);
    }
  });
  const busy = isPending ? variables.kind : null;
  const common = { size: 'small', disabled: isPending } as const;
  const release = () => void settle({ kind: 'release', wish: {} });
  return (
    <>
      <Button look="plain" {...common} aria-label={texts.releaseOne(subject)} onClick={release}>
        {busy === 'release' ? texts.releasing : texts.release}
      </Button>
      <Button look="plain" {...common} aria-label={nameControl(texts.allow, subject)} onClick={() => setAsking(true)}>
        {texts.allow}
      </Button>
      <Button
        look="removing"
        {...common}
        aria-label={texts.removeOne(subject)}
        onClick={() => void settle({ kind: 'delete' })}
      >
        {busy === 'delete' ? texts.removing : texts.remove}
      </Button>
      {asking && (
        <AllowQuestion
          message={message}
          busy={isPending}
          onClose={() => setAsking(false)}
          onAllow={(wish) => void settle({ kind: 'release', wish })}
        />
      )}
    </>
  );
}

/** What a rule that allows the sender will do for the next one. */
function allowText({ alias, reason, proven }: HeldMessage): string {
  if (reason === 'unauthenticated' || reason === 'rejected') return texts.allowText(alias);
  return reason === 'spam' && !proven ? texts.allowSpamText(alias) : texts.allowProvenText(alias);
}

interface AllowQuestionProps {
  message: HeldMessage;
  busy: boolean;
  onClose: () => void;
  onAllow: (wish: ReleaseHeld) => void;
}

/** Asked before anybody is let through. */
function AllowQuestion({ message, busy, onClose, onAllow }: AllowQuestionProps) {
  const { from, reason } = message;
  const isUnproven = reason === 'unauthenticated' || reason === 'rejected';
  return (
    <Dialog title={texts.allowQuestion(from)} description={allowText(message)} onClose={onClose}>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="plain" disabled={busy} onClick={onClose}>
          {texts.keep}
        </Button>
        <Button
          look={isUnproven ? 'destructive' : 'primary'}
          disabled={busy}
          onClick={() => onAllow({ allow: true, evenIfRejected: isUnproven })}
        >
          {busy ? texts.releasing : texts.allowConfirm}
        </Button>
      </div>
    </Dialog>
  );
}
