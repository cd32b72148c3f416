import type * as en from '#messages/server/key-mails.ts';

export const keyMails: typeof en.keyMails = {
  unreadableElsewhere: (alias) => ({
    subject: 'Eine wartende E-Mail konnte Ihrem Alias nicht folgen',
    paragraphs: [
      `Eine E-Mail an ${alias} wartete auf ein Postfach mit Schlüssel und war dafür verschlüsselt. Der Alias führt jetzt anderswohin, wo sie niemand lesen kann, darum wurde sie gelöscht.`,
      'Ihr Absender weiß davon nichts. Neue E-Mails gehen dorthin, wohin der Alias führt.',
    ],
  }),
  unusableKey: (link, alias) => ({
    subject: 'E-Mails an eines Ihrer Postfächer können nicht verschlüsselt werden',
    paragraphs: [
      `Eine E-Mail an ${alias} ging nicht an eines seiner Postfächer: Der Schlüssel dieses Postfachs ist abgelaufen oder widerrufen, und ohne Schlüssel geht nichts dorthin. Von der E-Mail wurde nichts aufbewahrt.`,
      'Geben Sie dem Postfach einen neuen Schlüssel, oder entfernen Sie den alten:',
      { link },
      'Das wird einmal am Tag gemeldet, gleich wie viele E-Mails kommen.',
    ],
  }),
};
