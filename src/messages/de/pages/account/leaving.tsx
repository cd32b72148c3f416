import type * as en from '#messages/pages/account/leaving.tsx';

export const leavingMessages: typeof en.leavingMessages = {
  title: 'Ihr Konto wird gelöscht',
  now:
    'E-Mails an Ihre Aliasse werden abgewiesen, als gäbe es sie nicht. Mailprogramme und Apps können sich mit ihren Passwörtern ' +
    'und API-Schlüsseln nicht mehr anmelden.',
  end: (until) => <>Am {until} wird alles endgültig gelöscht.</>,
  offer: 'Bis dahin können Sie zurückkommen. Alles wird sein, wie es war, und was noch wartet, wird zugestellt.',
  comeBack: 'Mein Konto behalten',
  comingBack: 'Wird wiederhergestellt …',
  back: 'Willkommen zurück',
  failed: 'Nicht wiederhergestellt',
  failure: 'Ihr Konto konnte nicht wiederhergestellt werden',
};
