export const clipboardMessages = {
  copied: 'Copied!',
  copiedDescription: 'Copied to clipboard',
  failed: 'Copy failed',
  failure: 'Unable to copy to clipboard',
};
