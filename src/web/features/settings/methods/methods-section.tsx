import { useRef, useState } from 'react';
import type { Account } from '#contract/account.ts';
import type { AuthMethod } from '#contract/methods.ts';
import type { WalletProof } from '#contract/wallet.ts';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { AddPasswordForm } from '#web/features/settings/methods/add-password-form.tsx';
import { linkWallet } from '#web/features/settings/methods/change-methods.ts';
import { linkGooglePath } from '#web/features/settings/methods/google-return.ts';
import { RemoveMethodDialog } from '#web/features/settings/methods/remove-method-dialog.tsx';
import { methodNames } from '#web/features/settings/method-names.ts';
import { SettingsList, SettingsRow } from '#web/features/settings/settings-row.tsx';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';
import { WalletButton } from '#web/features/settings/wallet-button.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { showToast } from '#web/lib/toast.ts';
import { proveWallet } from '#web/lib/wallet/prove-wallet.ts';

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
    if (!held.includes(method)) return 'Not set up';
    if (held.length === 1) return 'Your only way in: add another one before you remove it.';
    return 'Opens this account';
  };

  return (
    <SettingsSection
      title="Sign-in methods"
      titleRef={title}
      description="Each one alone opens your account. A change signs you out everywhere else."
    >
      <SettingsList>
        {shown.map((method) => (
          <SettingsRow key={method} title={methodNames[method]} note={explain(method)}>
            {!held.includes(method) && <AddMethod method={method} account={account} />}
            {held.includes(method) && held.length > 1 && (
              <Button look="removing" aria-label={`Remove ${methodNames[method]}`} onClick={() => setRemoving(method)}>
                Remove
              </Button>
            )}
          </SettingsRow>
        ))}
      </SettingsList>
      {removing && (
        <RemoveMethodDialog method={removing} onClose={() => setRemoving(null)} returnFocus={() => title.current} />
      )}
    </SettingsSection>
  );
}

function AddMethod({ method, account }: { method: AuthMethod; account: Account }) {
  if (method === 'email') return <AddPasswordForm account={account} />;
  if (method === 'wallet') return <LinkWallet />;
  return (
    <a href={linkGooglePath} className={buttonClasses('plain', 'normal')}>
      Link Google
    </a>
  );
}

function LinkWallet() {
  const { change, isPending } = useAccountChange({
    send: async (proof: Promise<WalletProof>) => linkWallet(await proof),
    onDone: ({ message }) => showToast({ title: message }),
    failure: 'Failed to connect wallet',
  });
  return <WalletButton text="Link a wallet" busy={isPending} onWallet={(wallet) => change(proveWallet(wallet))} />;
}
