import type { getWallets } from '@wallet-standard/app';
import type { WalletChallenge } from '#contract/sign-in.ts';

type StandardWallet = ReturnType<ReturnType<typeof getWallets>['get']>[number];
export type WalletAccount = StandardWallet['accounts'][number];

interface SignedText {
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/** The features of the Wallet Standard that we use. A wallet has some of them. */
export interface SolanaFeatures {
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
