import type * as en from '#messages/pages/clipboard.ts';

export const walletMessages: typeof en.walletMessages = {
  failed: 'Verbindung fehlgeschlagen',
  none: 'Keine Solana-Wallet gefunden. Bitte installieren Sie eine Solana-Wallet.',
};

export const clipboardMessages: typeof en.clipboardMessages = {
  copied: 'Kopiert',
  copiedDescription: 'In die Zwischenablage kopiert',
  failed: 'Nicht kopiert',
  failure: 'Kopieren in die Zwischenablage nicht möglich',
};
