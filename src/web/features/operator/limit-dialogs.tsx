import { useState, type FormEvent } from 'react';
import { nameOfAccount } from '#contract/account/account-name.ts';
import type { OperatorAccount } from '#contract/operator.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import { operatorLimitsMessages as texts } from '#messages/pages/operator/lists.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useOperatorAct } from '#web/features/operator/operator-calls.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { showToast } from '#web/lib/toast.ts';

export interface AccountActsProps {
  account: OperatorAccount;
  onChange: (account: OperatorAccount) => void;
}

export interface ActDialogProps extends AccountActsProps {
  onClose: () => void;
}

/** Undefined: it is no quota. */
function readQuota(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const aliases = /^\d{1,7}$/u.test(text.trim()) ? Number(text) : Number.NaN;
  return aliases <= operatorLimits.aliasQuota ? aliases : undefined;
}

/** How many aliases an account may have. */
export function QuotaDialog({ account: { id, aliasQuota }, onChange, onClose }: ActDialogProps) {
  const [text, setText] = useState(aliasQuota === null ? '' : String(aliasQuota));
  const [fault, setFault] = useState<string>();
  const { act, isPending } = useOperatorAct(
    (aliases: number | null) =>
      requestConfirmed('PUT /api/operator/accounts/{id}/quota', { params: { id }, payload: { aliases } }),
    (answer) => {
      onChange(answer.account);
      showToast({ title: texts.done.quota });
      onClose();
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const aliases = readQuota(text);
    if (aliases === undefined) setFault(texts.quotaFault(operatorLimits.aliasQuota));
    else void act(aliases);
  };
  return (
    <Dialog title={texts.quotaTitle(nameOfAccount(id))} description={texts.quotaDescription} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <Field label={texts.quotaLabel} hint={texts.quotaHint} error={fault}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="plain" disabled={isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? texts.settingQuota : texts.quotaNow}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Ends what keeps an owner out. */
export function UnlockDialog({ account: { id }, onChange, onClose }: ActDialogProps) {
  const { act, isPending } = useOperatorAct(
    () => requestConfirmed('DELETE /api/operator/accounts/{id}/lock', { params: { id } }),
    (answer) => {
      onChange(answer.account);
      showToast({ title: texts.done.unlocked });
      onClose();
    },
  );
  return (
    <Dialog title={texts.unlockTitle(nameOfAccount(id))} description={texts.unlockDescription} onClose={onClose}>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="plain" disabled={isPending} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={isPending} onClick={() => void act(undefined)}>
          {isPending ? texts.unlocking : texts.unlockNow}
        </Button>
      </div>
    </Dialog>
  );
}
