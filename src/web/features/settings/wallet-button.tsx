import { Wallet as WalletIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { findWallets } from '#web/lib/wallet/find-wallets.ts';
import type { Wallet } from '#web/lib/wallet/wallet.ts';

interface WalletButtonProps {
  text: string;
  busy: boolean;
  onWallet: (wallet: Wallet) => Promise<void>;
}

/** Finds the wallet to use; where there are several it offers each. */
export const WalletButton = ({ text, busy, onWallet }: WalletButtonProps) => {
  const [choices, setChoices] = useState<readonly Wallet[]>([]);
  const run = useSingleRun(onWallet);

  const find = (): void => {
    const found = findWallets();
    const [first] = found;
    if (!first) {
      const description = 'No Solana wallet was found. Please install a Solana wallet.';
      showToast({ title: 'Connection Failed', description, tone: 'destructive' });
    } else if (found.length === 1) void run(first);
    else setChoices(found);
  };

  if (choices.length === 0) {
    return (
      <Button look="plain" disabled={busy} onClick={find}>
        <WalletIcon aria-hidden="true" className="size-4" />
        {text}
      </Button>
    );
  }
  return (
    <div role="group" aria-label={text} className="flex flex-wrap gap-2">
      {choices.map((wallet) => (
        <Button key={wallet.name} look="plain" disabled={busy} onClick={() => void run(wallet)}>
          {wallet.name}
        </Button>
      ))}
    </div>
  );
};
