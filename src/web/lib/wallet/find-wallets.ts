import { getWallets } from '@wallet-standard/app';
import type { SolanaFeatures, Wallet } from '#web/lib/wallet/wallet.ts';

const isSolanaChain = (chain: string): boolean => chain.startsWith('solana:');

const canSign = (features: SolanaFeatures): boolean =>
  'solana:signIn' in features || ('solana:signMessage' in features && 'standard:connect' in features);

/** The Solana wallets in this browser that can prove who holds them. */
export const findWallets = (): readonly Wallet[] =>
  getWallets()
    .get()
    .filter(({ chains, features }) => chains.some(isSolanaChain) && canSign(features));
