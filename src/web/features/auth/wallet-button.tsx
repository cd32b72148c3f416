import { Wallet as WalletIcon } from 'lucide-react';
import { walletSignInMessages as texts } from '#messages/pages/auth.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useConnectWallet } from '#web/features/auth/sign-in-calls.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import type { Wallet } from '#web/lib/wallet/wallets.ts';
import { useWalletChoice } from '#web/lib/wallet/use-wallet-choice.ts';

/** Signs in with the wallet of this browser; asks which one where there are several. */
export function WalletButton() {
  const connect = useConnectWallet();
  const { choices, find, choose } = useWalletChoice(async (wallet: Wallet): Promise<void> => {
    try {
      await connect.mutateAsync(wallet);
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
      return;
    }
    showToast({ title: texts.done });
    recordEvent({ name: 'login_success', category: 'authentication', label: 'wallet_connection' });
  });

  return (
    <>
      <Button look="plain" size="wide" disabled={connect.isPending} onClick={find}>
        <WalletIcon aria-hidden="true" className="size-[18px]" />
        {connect.isPending ? texts.connecting : texts.connect}
      </Button>
      {choices.length > 0 && (
        <ul aria-label={texts.choices} className="divide-y divide-line rounded-box border border-line">
          {choices.map((wallet) => (
            <li key={wallet.name}>
              <button
                type="button"
                disabled={connect.isPending}
                onClick={() => void choose(wallet)}
                className="flex min-h-11 w-full items-center gap-3 px-4 text-left hover:bg-well disabled:opacity-60"
              >
                <img src={wallet.icon} alt="" className="size-5" />
                {wallet.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
