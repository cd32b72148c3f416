export const walletMessages = {
  failed: 'Connection Failed',
  none: 'No Solana wallet found. Please install a Solana wallet.',
};

export const clipboardMessages = {
  copied: 'Copied!',
  copiedDescription: 'Copied to clipboard',
  failed: 'Copy failed',
  failure: 'Unable to copy to clipboard',
};
