import type * as en from '#messages/pages/clipboard.ts';

export const walletMessages: typeof en.walletMessages = {
  failed: 'Prisijungti nepavyko',
  none: '„Solana“ piniginė nerasta. Įsidiekite „Solana“ piniginę.',
};

export const clipboardMessages: typeof en.clipboardMessages = {
  copied: 'Nukopijuota',
  copiedDescription: 'Nukopijuota į iškarpinę',
  failed: 'Nenukopijuota',
  failure: 'Nukopijuoti į iškarpinę nepavyko',
};
