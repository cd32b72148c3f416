import { useRef, useState } from 'react';
import type { Account } from '#contract/account.ts';
import type { SingleMethod, WalletProof } from '#contract/sign-in.ts';
import { methodMessages, methodNames, secondFactorMessages, settingsMessages } from '#messages/pages/settings.ts';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { linkGooglePath } from '#web/features/settings/methods/google-return.ts';
import { PasskeyRows } from '#web/features/settings/passkeys/passkey-rows.tsx';
import { RemovalDialog } from '#web/features/settings/removal-dialog.tsx';
import { renewRecoveryCodes } from '#web/features/settings/second-factor/second-factor.ts';
import { settingsPart } from '#web/features/settings/settings-part.tsx';
import { SectionList, SectionRow, Section } from '#web/components/section.tsx';
import { WalletButton } from '#web/components/wallet-button.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { showToast } from '#web/lib/toast.ts';
import { proveWallet } from '#web/lib/wallet/wallets.ts';

const AddPasswordDialog = settingsPart(
  async () => (await import('#web/features/settings/methods/add-password-dialog.tsx')).AddPasswordDialog,
);
const RecoveryCodesDialog = settingsPart(
  async () => (await import('#web/components/recovery-codes-dialog.tsx')).RecoveryCodesDialog,
);

function heldMethods({ hasPassword, walletAddress, google }: Account): SingleMethod[] {
  return [
    ...(hasPassword ? (['email'] as const) : []),
    ...(walletAddress === null ? [] : (['wallet'] as const)),
    ...(google ? (['google'] as const) : []),
  ];
}

export function MethodsSection({ account }: { account: Account }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [removing, setRemoving] = useState<SingleMethod | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const held = heldMethods(account);
  const isOnlyWay = held.length + account.passkeys === 1;
  const google = useConfig()?.google ?? false;
  const shown = (['email', 'wallet', 'google'] as const).filter(
    (method) => method !== 'google' || google || account.google,
  );

  const explain = (method: SingleMethod): string => {
    if (!held.includes(method)) return methodMessages.notSetUp;
    if (method === 'email' && account.passkeyFactor) return methodMessages.opensWithPasskey;
    return isOnlyWay ? methodMessages.onlyOne : methodMessages.opens;
  };

  return (
    <Section title={methodMessages.title} titleRef={title} description={methodMessages.description}>
      <SectionList>
        {shown.map((method) => (
          <SectionRow key={method} title={methodNames[method]} note={explain(method)}>
            {!held.includes(method) && <AddMethod method={method} account={account} />}
            {held.includes(method) && !isOnlyWay && (
              <Button
                look="removing"
                aria-label={settingsMessages.removeOne(methodNames[method])}
                onClick={() => setRemoving(method)}
              >
                {settingsMessages.remove}
              </Button>
            )}
          </SectionRow>
        ))}
        <PasskeyRows account={account} isOnlyWay={isOnlyWay} onCodes={setCodes} returnFocus={() => title.current} />
        {held.length === 0 && <RecoveryCodesRow account={account} onCodes={setCodes} />}
      </SectionList>
      {codes && <RecoveryCodesDialog codes={codes} alone onClose={() => setCodes(undefined)} />}
      {removing && (
        <RemovalDialog
          send={() => removeMethod(removing)}
          title={settingsMessages.askToRemove(methodNames[removing])}
          description={methodMessages.removeDescription}
          failure={methodMessages.removeFailure}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
          onClose={() => setRemoving(null)}
          returnFocus={() => title.current}
        />
      )}
    </Section>
  );
}

function AddMethod({ method, account }: { method: SingleMethod; account: Account }) {
  if (method === 'email') return <AddPasswordForm account={account} />;
  if (method === 'wallet') return <LinkWallet />;
  return (
    <a href={linkGooglePath} className={buttonClasses('plain', 'normal')}>
      {methodMessages.linkGoogle}
    </a>
  );
}

function AddPasswordForm({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        {methodMessages.addPassword}
      </Button>
      {open && <AddPasswordDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Where passkeys are the only way in. */
function RecoveryCodesRow({ account, onCodes }: { account: Account; onCodes: (codes: readonly string[]) => void }) {
  const { change, isPending } = useAccountChange({
    send: renewRecoveryCodes,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    failure: secondFactorMessages.renewFailure,
  });
  return (
    <SectionRow title={methodMessages.recoveryCodes} note={secondFactorMessages.codesLeft(account.recoveryCodesLeft)}>
      <Button look="plain" disabled={isPending} onClick={() => void change(undefined)}>
        {secondFactorMessages.renew}
      </Button>
    </SectionRow>
  );
}

function LinkWallet() {
  const { change, isPending } = useAccountChange({
    send: async (proof: Promise<WalletProof>) => linkWallet(await proof),
    onDone: ({ message }) => showToast({ title: message }),
    failure: methodMessages.walletFailure,
  });
  return (
    <WalletButton
      text={methodMessages.linkWallet}
      busy={isPending}
      onWallet={(wallet) => change(proveWallet(wallet))}
    />
  );
}

function linkWallet(payload: WalletProof) {
  return requestConfirmed('POST /api/account/methods/wallet', { payload });
}

function removeMethod(method: SingleMethod) {
  return requestConfirmed('DELETE /api/account/methods/{method}', { params: { method } });
}
