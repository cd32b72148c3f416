import { useRef, useState } from 'react';
import type { Account } from '#contract/account.ts';
import type { AuthMethod } from '#contract/methods.ts';
import type { WalletProof } from '#contract/wallet.ts';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { methodNames } from '#web/features/settings/method-names.ts';
import { AddPasswordForm } from '#web/features/settings/methods/add-password-form.tsx';
import { linkWallet, removeMethod } from '#web/features/settings/methods/change-methods.ts';
import { linkGooglePath } from '#web/features/settings/methods/google-return.ts';
import { SettingsList, SettingsRow, SettingsSection } from '#web/features/settings/settings-section.tsx';
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

interface RemoveMethodDialogProps {
  method: AuthMethod;
  onClose: () => void;
  /** What has the focus once the button that was clicked is gone. */
  returnFocus: () => HTMLElement | null;
}

function RemoveMethodDialog({ method, onClose, returnFocus }: RemoveMethodDialogProps) {
  const { change, isPending } = useAccountChange({
    send: () => removeMethod(method),
    onDone: ({ message }) => showToast({ title: message }),
    failure: 'The sign-in method could not be removed',
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Remove ${methodNames[method]}?`}
      description="It no longer opens this account. Your aliases and targets stay."
      cancelText="Keep it"
      confirmText="Remove"
      busyText="Removing..."
      busy={isPending}
      returnFocus={returnFocus}
      onConfirm={() => void change(undefined).then(onClose)}
    />
  );
}
