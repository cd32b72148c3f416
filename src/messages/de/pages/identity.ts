import type * as en from '#messages/pages/identity.ts';
import { count } from '#messages-de/quantities.ts';

export const identityMessages: typeof en.identityMessages = {
  title: 'Bestätigen Sie, dass Sie es sind',
  description: (minutes) =>
    `Dieser Schritt ist nur für den Inhaber des Kontos. Die Bestätigung gilt ${count(minutes, 'Minute', 'Minuten')} lang.`,
  byWallet: 'Mit Ihrer Wallet bestätigen',
  byGoogle: 'Mit Google bestätigen',
  googleHint: 'Google bringt Sie auf diese Seite zurück. Wiederholen Sie dann den Schritt.',
  byPasskey: 'Mit einem Passkey bestätigen',
  passkeyFailed: 'Passkey nicht verwendet',
  passkeyFailure: 'Es wurde abgebrochen oder hat zu lange gedauert.',
  walletFailed: 'Verbindung fehlgeschlagen',
  walletFailure: 'Die Wallet konnte nicht verbunden werden',
  failure: 'Das konnte nicht bestätigt werden',
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt …',
};
