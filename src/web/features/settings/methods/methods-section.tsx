import { useRef, useState } from 'react';
import type { Account } from '#contract/account.ts';
import type { AuthMethod, WalletProof } from '#contract/sign-in.ts';
import { methodMessages, methodNames, settingsMessages } from '#messages/pages/settings.ts';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { AddPasswordForm, linkWallet, removeMethod } from '#web/features/settings/methods/add-password-form.tsx';
import { linkGooglePath } from '#web/features/settings/methods/google-return.ts';
import { RemovalDialog } from '#web/features/settings/removal-dialog.tsx';
import { SettingsList, SettingsRow, SettingsSection } from '#web/features/settings/settings-section.tsx';
import { WalletButton } from '#web/components/wallet-button.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { showToast } from '#web/lib/toast.ts';
import { proveWallet } from '#web/lib/wallet/wallets.ts';

function heldMethods({ hasPassword, walletAddress, google }: Account): AuthMethod[] {
  return [
    ...(hasPassword ? (['email'] as const) : []),
    ...(walletAddress === null ? [] : (['wallet'] as const)),
    ...(google ? (['google'] as const) : []),
  ];
}

export function MethodsSection({ account }: { account: Account }) {
  const [removing, setRemoving] = useState<AuthMethod | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const held = heldMethods(account);
  const google = useConfig()?.google ?? false;
  const shown = (['email', 'wallet', 'google'] as const).filter(
    (method) => method !== 'google' || google || account.google,
  );

  const explain = (method: AuthMethod): string => {
    if (!held.includes(method)) return methodMessages.notSetUp;
    return held.length === 1 ? methodMessages.onlyOne : methodMessages.opens;
  };

  return (
    <SettingsSection title={methodMessages.title} titleRef={title} description={methodMessages.description}>
      <SettingsList>
        {shown.map((method) => (
          <SettingsRow key={method} title={methodNames[method]} note={explain(method)}>
            {!held.includes(method) && <AddMethod method={method} account={account} />}
            {held.includes(method) && held.length > 1 && (
              <Button
                look="removing"
                aria-label={settingsMessages.removeOne(methodNames[method])}
                onClick={() => setRemoving(method)}
              >
                {settingsMessages.remove}
              </Button>
            )}
          </SettingsRow>
        ))}
      </SettingsList>
      {removing && (
        <RemovalDialog
          send={() => removeMethod(removing)}
          title={settingsMessages.askToRemove(methodNames[removing])}
          description={methodMessages.removeDescription}
          failure={methodMessages.removeFailure}
          onClose={() => setRemoving(null)}
          returnFocus={() => title.current}
        />
      )}
    </SettingsSection>
  );
}

function AddMethod({ method, account }: { method: AuthMethod; account: Account }) {
  if (method === 'email') return <AddPasswordForm account={account} />;
  if (method === 'wallet') return <LinkWallet />;
  return (
    <a href={linkGooglePath} className={buttonClasses('plain', 'normal')}>
      {methodMessages.linkGoogle}
    </a>
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
