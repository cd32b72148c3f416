import type { WalletChallenge } from '#contract/sign-in.ts';

/**
 * The text a wallet signs for a challenge, to the byte. Wallets that sign in by themselves build the same;
 * for the others the browser passes this text to their `signMessage`.
 */
export function walletMessage(challenge: WalletChallenge, address: string): string {
  return [
    `${challenge.domain} wants you to sign in with your Solana account:`,
    address,
    '',
    challenge.statement,
    '',
    `URI: ${challenge.uri}`,
    `Version: ${challenge.version}`,
    `Chain ID: ${challenge.chainId}`,
    `Nonce: ${challenge.nonce}`,
    `Issued At: ${challenge.issuedAt}`,
    `Expiration Time: ${challenge.expirationTime}`,
  ].join('\n');
}
