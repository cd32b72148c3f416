import { count } from '#messages/quantities.ts';

export const identityMessages = {
  title: 'Confirm that it is you',
  description: (minutes: number) =>
    `This step is only for the owner of the account. The answer counts for ${count(minutes, 'minute', 'minutes')}.`,
  byWallet: 'Confirm with your wallet',
  byGoogle: 'Confirm with Google',
  googleHint: 'Google brings you back to this page. Then do it once more.',
  byPasskey: 'Confirm with a passkey',
  passkeyFailed: 'Passkey Not Used',
  passkeyFailure: 'It was cancelled or took too long.',
  walletFailed: 'Connection Failed',
  walletFailure: 'Failed to connect wallet',
  failure: 'This could not be confirmed',
  confirm: 'Confirm',
  confirming: 'Confirming...',
};
