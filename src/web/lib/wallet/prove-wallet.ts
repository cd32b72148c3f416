import { walletMessage } from '#contract/wallet-message.ts';
import type { WalletChallenge, WalletProof } from '#contract/sign-in.ts';
import { request } from '#web/lib/request.ts';
import type { Wallet } from '#web/lib/wallet/wallets.ts';

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
