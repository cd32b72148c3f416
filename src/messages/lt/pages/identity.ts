import type * as en from '#messages/pages/identity.ts';
import { count } from '#messages-lt/quantities.ts';

export const identityMessages: typeof en.identityMessages = {
  title: 'Patvirtinkite, kad tai jūs',
  description: (minutes) =>
    `Šis veiksmas skirtas tik paskyros savininkui. Patvirtinimas galioja ${count(minutes, 'minutę', 'minutes', 'minučių')}.`,
  byWallet: 'Patvirtinti pinigine',
  byGoogle: 'Patvirtinti su „Google“',
  googleHint: '„Google“ grąžins jus į šį puslapį. Tada pakartokite veiksmą.',
  byPasskey: 'Patvirtinti prieigos raktu',
  passkeyFailed: 'Prieigos raktas nepanaudotas',
  passkeyFailure: 'Veiksmas atšauktas arba užtruko per ilgai.',
  walletFailed: 'Prijungti nepavyko',
  walletFailure: 'Prijungti piniginės nepavyko',
  failure: 'Patvirtinti nepavyko',
  confirm: 'Patvirtinti',
  confirming: 'Tvirtinama…',
};
