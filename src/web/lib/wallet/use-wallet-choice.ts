import { useState } from 'react';
import { walletMessages } from '#messages/pages/clipboard.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { findWallets, type Wallet } from '#web/lib/wallet/wallets.ts';

/** Finds the wallet of this browser. Where there are several they are `choices`, and `choose` takes one. */
export function useWalletChoice(onWallet: (wallet: Wallet) => Promise<void>) {
  const [choices, setChoices] = useState<readonly Wallet[]>([]);
  const choose = useSingleRun(onWallet);
  const find = (): void => {
    // Asked at each click, as a wallet may have come since.
    const wallets = findWallets();
    const [only] = wallets;
    if (only === undefined) {
      showToast({ title: walletMessages.failed, description: walletMessages.none, tone: 'destructive' });
    } else if (wallets.length === 1) {
      void choose(only);
    } else {
      setChoices(wallets);
    }
  };
  return { choices, find, choose };
}
