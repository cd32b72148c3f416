import { renderMail, type RenderedMail } from '#core/render-mail.ts';

/**
 * The mail with a link to choose a new password. `verified`: whether the account has proved the address before; the
 * link of one that has not begins the account anew.
 */
export function passwordResetMail(link: string, verified: boolean): RenderedMail {
  return renderMail('Choose a new password', [
    'Somebody asked for a new password for the Kauke account of this address.',
    'If it was you, open this link within one hour:',
    { link },
    ...(verified
      ? []
      : [
          'This address was never confirmed for that account. So that nobody who may have opened it in your name ' +
            'keeps a hold on it, a new password begins a new account, without the aliases of the present one.',
        ]),
    'If it was not you, do nothing: your password stays as it is.',
  ]);
}
