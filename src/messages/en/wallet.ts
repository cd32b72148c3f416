export const walletMessages = {
  failed: 'Connection Failed',
  none: 'No Solana wallet found. Please install a Solana wallet.',
};
