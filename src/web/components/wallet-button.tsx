import { Wallet as WalletIcon } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { useWalletChoice } from '#web/lib/wallet/use-wallet-choice.ts';
import type { Wallet } from '#web/lib/wallet/wallets.ts';

interface WalletButtonProps {
  text: string;
  busy: boolean;
  onWallet: (wallet: Wallet) => Promise<void>;
}

/** Finds the wallet to use; where there are several it offers each. */
export function WalletButton({ text, busy, onWallet }: WalletButtonProps) {
  const { choices, find, choose } = useWalletChoice(onWallet);
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
        <Button key={wallet.name} look="plain" disabled={busy} onClick={() => void choose(wallet)}>
          {wallet.name}
        </Button>
      ))}
    </div>
  );
}
