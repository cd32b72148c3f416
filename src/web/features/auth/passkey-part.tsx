import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { PasskeyProof } from '#contract/account/passkeys.ts';
import type { PasskeyAccount } from '#contract/sign-in.ts';
import { passkeySignInMessages as texts } from '#messages/pages/passkeys.ts';
import { RecoveryCodesDialog } from '#web/components/recovery-codes-dialog.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { heldInvitation } from '#web/features/auth/invitation.ts';
import { RecoverDialog } from '#web/features/auth/recover-dialog.tsx';
import { canUsePasskeys } from '#web/lib/passkeys/can-use-passkeys.ts';
import { askForPasskey, makePasskey, offerPasskeys } from '#web/lib/passkeys/ceremonies.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { request } from '#web/lib/request.ts';
import { rememberSession } from '#web/lib/session.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

function neverChanges(): () => void {
  return () => undefined;
}

interface PasskeyPartProps {
  /** `second`: after the password, where the field above takes recovery codes. */
  kind: 'new' | 'first' | 'second';
}

/** Passkeys on the sign-in page: a way in beside its form, or a new account. Nothing where the browser has none. */
export function PasskeyPart({ kind }: PasskeyPartProps) {
  // Prerendered with it; where there are none it goes.
  const canUse = useSyncExternalStore(neverChanges, canUsePasskeys, () => true);
  if (!canUse) return null;
  return kind === 'new' ? <RegisterByPasskey /> : <SignInByPasskey isFirst={kind === 'first'} />;
}

function SignInByPasskey({ isFirst }: { isFirst: boolean }) {
  const { enter, isPending } = useSignIn();
  const [recovering, setRecovering] = useState(false);
  useOffer(isPending, enter);
  return (
    <>
      <Button look="plain" size="wide" disabled={isPending} onClick={() => void enter(askForPasskey('sign-in'))}>
        <Fingerprint aria-hidden="true" className="size-[18px]" />
        {isPending ? texts.waiting : texts.signIn}
      </Button>
      {isFirst && (
        <TextButton className="order-last" onClick={() => setRecovering(true)}>
          {texts.lost}
        </TextButton>
      )}
      {recovering && <RecoverDialog onClose={() => setRecovering(false)} />}
    </>
  );
}

function useSignIn() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (proof: Promise<PasskeyProof>) =>
      request('POST /api/auth/passkey/verify', { payload: await proof }),
    onSuccess: (answer, _proof, _result, { client }) => rememberSession(client, answer),
  });
  const enter = useSingleRun(async (proof: Promise<PasskeyProof>) => {
    try {
      await mutateAsync(proof);
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
      return;
    }
    showToast({ title: texts.done });
    recordEvent({ name: 'login_success', category: 'authentication', label: 'passkey_login' });
  });
  return { enter, isPending };
}

/** Offers passkeys in the email field while nothing else is asked of them. */
function useOffer(isPending: boolean, enter: (proof: Promise<PasskeyProof>) => Promise<void>): void {
  const take = useEffectEvent((proof: PasskeyProof | null) => {
    if (proof !== null) void enter(Promise.resolve(proof));
  });
  useEffect(() => {
    if (isPending) return;
    const offer = new AbortController();
    // What nobody asked for may fail in silence: the button is there.
    offerPasskeys(offer.signal).then(take, () => undefined);
    return () => offer.abort();
  }, [isPending]);
}

function RegisterByPasskey() {
  const [opened, setOpened] = useState<PasskeyAccount | null>(null);
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({ mutationFn: openAccount });
  const register = useSingleRun(async () => {
    try {
      setOpened(await mutateAsync());
    } catch (error) {
      reportFailure(error, texts.failed, texts.notMade);
    }
  });
  const goOn = (account: PasskeyAccount): void => {
    rememberSession(client, { user: account.user });
    showToast({ title: texts.registered });
    recordEvent({ name: 'login_success', category: 'authentication', label: 'registration' });
  };
  return (
    <>
      <Button look="plain" size="wide" disabled={isPending} onClick={() => void register()}>
        <Fingerprint aria-hidden="true" className="size-[18px]" />
        {isPending ? texts.waiting : texts.register}
      </Button>
      {opened && <RecoveryCodesDialog alone codes={opened.recoveryCodes} onClose={() => goOn(opened)} />}
    </>
  );
}

async function openAccount(): Promise<PasskeyAccount> {
  const options = await request('POST /api/auth/passkey/options', {
    payload: { purpose: 'register', ...heldInvitation() },
  });
  if (!('creation' in options)) throw new Error('The server asked for a passkey that is there.');
  const credential = await makePasskey(options.creation);
  return request('POST /api/auth/passkey/register', {
    payload: { credential, name: texts.firstName, ...heldInvitation() },
  });
}
