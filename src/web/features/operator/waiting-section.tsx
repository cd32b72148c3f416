import { useRef, useState } from 'react';
import type { WaitingAccount } from '#contract/operator.ts';
import { operatorWaitingMessages as texts } from '#messages/pages/operator/lists.ts';
import { SectionList, SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { AskedSection } from '#web/features/operator/asked-section.tsx';
import { useOperatorAct, waitingQuery } from '#web/features/operator/operator-calls.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatTime } from '#web/lib/format-time.ts';

/** Accounts that wait for the operator's word. */
export function WaitingSection() {
  return (
    <AskedSection title={texts.title} description={texts.description} options={waitingQuery}>
      {({ accounts }) => <WaitingAccounts accounts={accounts} />}
    </AskedSection>
  );
}

interface Decided {
  readonly id: string;
  readonly decision: 'approved' | 'refused';
}

function WaitingAccounts({ accounts }: { accounts: readonly WaitingAccount[] }) {
  const [refusing, setRefusing] = useState<WaitingAccount | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { act, isPending } = useOperatorAct(
    ({ id, decision }: Decided) =>
      requestConfirmed('POST /api/operator/accounts/{id}/decision', { params: { id }, payload: { decision } }),
    (answer, client, { decision }) => {
      client.setQueryData(waitingQuery.queryKey, answer);
      setRefusing(null);
      // The buttons of the row are gone with it.
      place.current?.focus();
      showToast({ title: texts.done[decision] });
    },
  );
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {accounts.length === 0 && <p className="text-soft">{texts.empty}</p>}
      {accounts.length > 0 && (
        <SectionList>
          {accounts.map((account) => (
            <Waiting
              key={account.id}
              account={account}
              busy={isPending}
              onApprove={() => void act({ id: account.id, decision: 'approved' })}
              onRefuse={() => setRefusing(account)}
            />
          ))}
        </SectionList>
      )}
      {refusing !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && !isPending && setRefusing(null)}
          title={texts.refuseTitle(refusing.name)}
          description={texts.refuseDescription}
          cancelText={texts.cancel}
          confirmText={texts.refuseNow}
          busyText={texts.refusing}
          busy={isPending}
          returnFocus={() => place.current}
          onConfirm={() => void act({ id: refusing.id, decision: 'refused' })}
        />
      )}
    </div>
  );
}

interface WaitingProps {
  account: WaitingAccount;
  busy: boolean;
  onApprove: () => void;
  onRefuse: () => void;
}

function Waiting({ account: { name, since, authMethod, proven }, busy, onApprove, onRefuse }: WaitingProps) {
  const note = texts.facts(formatTime(since), texts.openedBy[authMethod], proven);
  return (
    <SectionRow title={texts.account(name)} note={note}>
      <Button size="small" disabled={busy} aria-label={texts.of(texts.approve, name)} onClick={onApprove}>
        {texts.approve}
      </Button>
      <Button look="removing" size="small" disabled={busy} aria-label={texts.of(texts.refuse, name)} onClick={onRefuse}>
        {texts.refuse}
      </Button>
    </SectionRow>
  );
}
