import { getWallets } from '@wallet-standard/app';
import type { WalletChallenge, WalletProof } from '#contract/sign-in.ts';
import { walletMessage } from '#contract/wallet-message.ts';
import { request } from '#web/lib/request.ts';

interface Signed {
  readonly address: string;
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

function noSignature(): never {
  throw new Error('The wallet gave no signature.');
}

async function sign({ features }: Wallet, challenge: WalletChallenge): Promise<Signed> {
  const signIn = features['solana:signIn'];
  if (signIn !== undefined) {
    const [output] = await signIn.signIn(challenge);
    return output === undefined ? noSignature() : { ...output, address: output.account.address };
  }
  const connected = await features['standard:connect']?.connect();
  const account = connected?.accounts.find(({ chains }) => chains.some((chain) => chain.startsWith('solana:')));
  if (account === undefined) return noSignature();
  const message = new TextEncoder().encode(walletMessage(challenge, account.address));
  const outputs = await features['solana:signMessage']?.signMessage({ account, message });
  return { ...(outputs?.[0] ?? noSignature()), address: account.address };
}

function toBase64(octets: Uint8Array): string {
  return btoa(String.fromCharCode(...octets));
}

/** Asks the server what to sign and the holder of the wallet to sign it. @throws when either refuses */
export async function proveWallet(wallet: Wallet): Promise<WalletProof> {
  const { challenge } = await request('POST /api/auth/wallet/challenge', { payload: {} });
  const { address, signedMessage, signature } = await sign(wallet, challenge);
  return { walletAddress: address, signedMessage: toBase64(signedMessage), signature: toBase64(signature) };
}

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
