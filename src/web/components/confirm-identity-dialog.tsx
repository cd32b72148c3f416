import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import type { ConfirmIdentityInput } from '#contract/sign-in.ts';
import { identityMessages } from '#messages/pages/identity.ts';
import { passwordMessages, secondFactorMessages } from '#messages/pages/settings.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { NotLoaded } from '#web/components/not-loaded.tsx';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input, PasswordInput } from '#web/components/ui/input.tsx';
import { WalletButton } from '#web/components/wallet-button.tsx';
import type { IdentityAnswer } from '#web/lib/confirm-identity.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { useLocation } from '#web/lib/router/place.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { explain, request } from '#web/lib/request.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { proveWallet } from '#web/lib/wallet/wallets.ts';

export interface ConfirmIdentityProps {
  answer: IdentityAnswer;
}

/** The dialog of re-authentication. */
export function ConfirmIdentityDialog({ answer }: ConfirmIdentityProps) {
  const { data, isError } = useQuery(accountQuery);
  if (data !== undefined) return <ProofDialog account={data.account} answer={answer} />;
  return isError && <NotLoaded onClose={() => answer(false)} />;
}

function ProofDialog({ account, answer }: ConfirmIdentityProps & { account: Account }) {
  const { pathname } = useLocation();
  const google = useConfig()?.google ?? false;
  const { mutateAsync, isPending } = useSendProof();

  const prove = async (proof: ConfirmIdentityInput | Promise<ConfirmIdentityInput>): Promise<void> => {
    await mutateAsync(proof);
    answer(true);
  };
  const proveByWallet = async (proof: Promise<ConfirmIdentityInput>): Promise<void> => {
    await prove(proof).catch((error: unknown) =>
      reportFailure(error, identityMessages.walletFailed, identityMessages.walletFailure),
    );
  };

  const proveByPasskey = async (): Promise<void> => {
    const proof = import('#web/lib/passkeys/ceremonies.ts').then(({ askForPasskey }) => askForPasskey('confirm'));
    await prove(proof).catch((error: unknown) =>
      reportFailure(error, identityMessages.passkeyFailed, identityMessages.passkeyFailure),
    );
  };

  return (
    <Dialog
      title={identityMessages.title}
      description={identityMessages.description(limits.identityProofMinutes)}
      onClose={() => answer(false)}
    >
      <div className="mt-5 flex flex-col gap-4">
        {account.hasPassword && <PasswordForm account={account} isPending={isPending} prove={prove} />}
        {account.passkeys > 0 && (
          <Button look="plain" disabled={isPending} onClick={() => void proveByPasskey()}>
            {identityMessages.byPasskey}
          </Button>
        )}
        {account.walletAddress !== null && (
          <WalletButton
            text={identityMessages.byWallet}
            busy={isPending}
            onWallet={(wallet) => proveByWallet(proveWallet(wallet))}
          />
        )}
        {account.google && google && (
          <div className="flex flex-col gap-2">
            <a
              href={`/api/auth/google?purpose=confirm&from=${encodeURIComponent(pathname)}`}
              className={buttonClasses('plain', 'normal')}
            >
              {identityMessages.byGoogle}
            </a>
            <p className="text-note text-soft">{identityMessages.googleHint}</p>
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface PasswordFormProps {
  account: Account;
  isPending: boolean;
  prove: (proof: ConfirmIdentityInput) => Promise<void>;
}

function PasswordForm({ account, isPending, prove }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  const submit = useSingleRun(async () => {
    setError(undefined);
    await prove({ password, ...(account.secondFactor ? { code } : {}) }).catch((failure: unknown) =>
      setError(explain(failure, identityMessages.failure)),
    );
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4"
    >
      <Field label={passwordMessages.password} error={error}>
        {(control) => (
          <PasswordInput
            what={passwordMessages.what}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            {...control}
          />
        )}
      </Field>
      {account.secondFactor && (
        <Field label={secondFactorMessages.code} hint={secondFactorMessages.codeHint}>
          {(control) => (
            <Input
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.target.value)}
              {...control}
            />
          )}
        </Field>
      )}
      <Button type="submit" disabled={isPending || password === ''}>
        {isPending ? identityMessages.confirming : identityMessages.confirm}
      </Button>
    </form>
  );
}

function useSendProof() {
  return useMutation({
    mutationFn: async (proof: ConfirmIdentityInput | Promise<ConfirmIdentityInput>) =>
      request('POST /api/auth/confirm', { payload: await proof }),
  });
}
