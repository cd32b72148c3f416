import { findWallets } from '#web/lib/wallet/find-wallets.ts';

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
