import { getWallets } from '@wallet-standard/app';
import type { WalletChallenge } from '#contract/sign-in.ts';

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

/**
 * Ends the connection between this site and the wallet that holds `address`. A wallet names its accounts only to
 * sites that are connected, so it is first connected again, in silence; that never signs anything in.
 */
export async function disconnectWallet(address: string): Promise<void> {
  for (const { features } of findWallets()) {
    const connected = await features['standard:connect']?.connect({ silent: true });
    const holdsIt = connected?.accounts.some((account) => account.address === address) ?? false;
    if (holdsIt) await features['standard:disconnect']?.disconnect();
  }
}

type StandardWallet = ReturnType<ReturnType<typeof getWallets>['get']>[number];
type WalletAccount = StandardWallet['accounts'][number];

interface SignedText {
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/** The features of the Wallet Standard that we use. A wallet has some of them. */
interface SolanaFeatures {
  readonly 'standard:connect'?: {
    /** `silent`: without asking, and only where the holder agreed before. */
    connect(input?: { silent?: boolean }): Promise<{ accounts: readonly WalletAccount[] }>;
  };
  readonly 'standard:disconnect'?: { disconnect(): Promise<void> };
  readonly 'solana:signIn'?: {
    signIn(input: WalletChallenge): Promise<readonly (SignedText & { account: WalletAccount })[]>;
  };
  readonly 'solana:signMessage'?: {
    signMessage(input: { account: WalletAccount; message: Uint8Array }): Promise<readonly SignedText[]>;
  };
}

/** A wallet as it registers itself (Wallet Standard). */
export interface Wallet {
  readonly name: string;
  readonly icon: string;
  readonly chains: readonly string[];
  readonly accounts: readonly WalletAccount[];
  readonly features: SolanaFeatures;
}
