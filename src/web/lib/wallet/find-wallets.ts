import { getWallets } from '@wallet-standard/app';
import type { SolanaFeatures, Wallet } from '#web/lib/wallet/wallet.ts';

function isSolanaChain(chain: string): boolean {
  return chain.startsWith('solana:');
}

function canSign(features: SolanaFeatures): boolean {
  return 'solana:signIn' in features || ('solana:signMessage' in features && 'standard:connect' in features);
}

/** The Solana wallets in this browser that can prove who holds them. */
export function findWallets(): readonly Wallet[] {
  return getWallets()
    .get()
    .filter(({ chains, features }) => chains.some(isSolanaChain) && canSign(features));
}
