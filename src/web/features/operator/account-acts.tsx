import { useState, type FormEvent, type ReactNode } from 'react';
import { nameOfAccount } from '#contract/account/account-name.ts';
import type { SuspensionScope } from '#contract/sign-in.ts';
import { operatorLimitsMessages as limitTexts } from '#messages/pages/operator/lists.ts';
import { operatorAccountMessages as texts } from '#messages/pages/operator/operator.ts';
import { CopiedLine } from '#web/components/copied-line.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select, Textarea } from '#web/components/ui/input.tsx';
import {
  QuotaDialog,
  UnlockDialog,
  type AccountActsProps,
  type ActDialogProps,
} from '#web/features/operator/limit-dialogs.tsx';
import { useOperatorAct } from '#web/features/operator/operator-calls.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import type { AnswerOf } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatTime } from '#web/lib/format-time.ts';

/** What an operator does to an account. */
export function AccountActs({ account, onChange }: AccountActsProps) {
  const [asking, setAsking] = useState<'suspend' | 'quota' | 'unlock' | 'remove' | 'recover' | null>(null);
  const params = { id: account.id };
  const close = (): void => setAsking(null);
  const resume = useOperatorAct(
    () => requestConfirmed('DELETE /api/operator/accounts/{id}/suspension', { params }),
    (answer) => {
      onChange(answer.account);
      showToast({ title: texts.done.resumed });
    },
  );
  return (
    <div className="flex flex-wrap gap-2">
      {account.suspension !== null && (
        <Button size="small" disabled={resume.isPending} onClick={() => void resume.act(undefined)}>
          {texts.resume}
        </Button>
      )}
      <Button look="plain" size="small" onClick={() => setAsking('suspend')}>
        {account.suspension === null ? texts.suspend : texts.suspendAnew}
      </Button>
      {(account.lockedAt !== null || account.codesLocked) && (
        <Button look="plain" size="small" onClick={() => setAsking('unlock')}>
          {limitTexts.unlock}
        </Button>
      )}
      {account.leavingUntil === null && (
        <>
          <Button look="plain" size="small" onClick={() => setAsking('quota')}>
            {limitTexts.quota}
          </Button>
          <Button look="plain" size="small" onClick={() => setAsking('recover')}>
            {texts.recover}
          </Button>
          <Button look="removing" size="small" onClick={() => setAsking('remove')}>
            {texts.remove}
          </Button>
        </>
      )}
      {asking === 'suspend' && <SuspendDialog account={account} onChange={onChange} onClose={close} />}
      {asking === 'quota' && <QuotaDialog account={account} onChange={onChange} onClose={close} />}
      {asking === 'unlock' && <UnlockDialog account={account} onChange={onChange} onClose={close} />}
      {asking === 'remove' && <RemoveDialog account={account} onChange={onChange} onClose={close} />}
      {asking === 'recover' && <RecoverDialog id={account.id} onClose={close} />}
    </div>
  );
}

interface ReasonFormProps {
  look: 'primary' | 'destructive';
  button: string;
  busyButton: string;
  busy: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks why, which the owner reads. */
function ReasonForm({ look, button, busyButton, busy, onSubmit, onClose, children }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() === '') setFault(texts.reasonMissing);
    else onSubmit(reason);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
      {children}
      <Field label={texts.reasonLabel} hint={texts.reasonHint} error={fault}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setFault(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="plain" disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" look={look} disabled={busy}>
          {busy ? busyButton : button}
        </Button>
      </div>
    </form>
  );
}

function SuspendDialog({ account, onChange, onClose }: ActDialogProps) {
  const [scope, setScope] = useState<SuspensionScope>('sending');
  const params = { id: account.id };
  const { act, isPending } = useOperatorAct(
    (reason: string) =>
      requestConfirmed('POST /api/operator/accounts/{id}/suspension', { params, payload: { scope, reason } }),
    (answer) => {
      onChange(answer.account);
      showToast({ title: texts.done.suspended });
      onClose();
    },
  );
  return (
    <Dialog
      title={texts.suspendTitle(nameOfAccount(account.id))}
      description={texts.suspendDescription}
      onClose={onClose}
    >
      <ReasonForm
        look="primary"
        button={texts.suspendNow}
        busyButton={texts.suspending}
        busy={isPending}
        onSubmit={(reason) => void act(reason)}
        onClose={onClose}
      >
        <Field label={texts.scope}>
          {(control) => (
            <Select
              {...control}
              value={scope}
              onChange={({ target }) => setScope(target.value === 'all' ? 'all' : 'sending')}
            >
              <option value="sending">{texts.scopes.sending}</option>
              <option value="all">{texts.scopes.all}</option>
            </Select>
          )}
        </Field>
      </ReasonForm>
    </Dialog>
  );
}

function RemoveDialog({ account, onChange, onClose }: ActDialogProps) {
  const params = { id: account.id };
  const { act, isPending } = useOperatorAct(
    (reason: string) => requestConfirmed('POST /api/operator/accounts/{id}/deletion', { params, payload: { reason } }),
    (answer) => {
      onChange(answer.account);
      showToast({ title: texts.done.deleted });
      onClose();
    },
  );
  return (
    <Dialog
      title={texts.removeTitle(nameOfAccount(account.id))}
      description={texts.removeDescription}
      onClose={onClose}
    >
      <ReasonForm
        look="destructive"
        button={texts.removeNow}
        busyButton={texts.removing}
        busy={isPending}
        onSubmit={(reason) => void act(reason)}
        onClose={onClose}
      />
    </Dialog>
  );
}

type RecoveryLink = AnswerOf<'POST /api/operator/accounts/{id}/recovery-link'>['link'];

function RecoverDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [link, setLink] = useState<RecoveryLink | null>(null);
  const { act, isPending } = useOperatorAct(
    () => requestConfirmed('POST /api/operator/accounts/{id}/recovery-link', { params: { id } }),
    (answer) => setLink(answer.link),
  );
  if (link !== null) {
    const [from, to] = [link.worksAt, link.expiresAt].map((time) => formatTime(time));
    return (
      <Dialog keepOpen title={texts.recoveryTitle} description={texts.recoveryOnce} onClose={onClose}>
        <div className="mt-5 flex flex-col gap-4">
          <CopiedLine name={texts.recoveryLink} text={link.url} />
          <p className="text-small text-soft">{texts.recoveryTimes(from ?? '', to ?? '')}</p>
          <Button className="self-end" onClick={onClose}>
            {texts.keptIt}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={texts.recoverTitle(nameOfAccount(id))} description={texts.recoverDescription} onClose={onClose}>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="plain" disabled={isPending} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={isPending} onClick={() => void act(undefined)}>
          {isPending ? texts.recovering : texts.recoverNow}
        </Button>
      </div>
    </Dialog>
  );
}
