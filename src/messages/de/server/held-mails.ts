import type * as en from '#messages/server/held-mails.ts';

export const heldMails: typeof en.heldMails = {
  digest: (link, messages, count) => ({
    subject: count === 1 ? 'Eine E-Mail wird für Sie zurückgehalten' : `${count} E-Mails werden für Sie zurückgehalten`,
    paragraphs: [
      'Sie wären abgewiesen worden. Sie können von jemand anderem sein, als sie behaupten.',
      ...messages.map(({ alias, from, subject }) => `${alias}: ${from} · ${subject || '(kein Betreff)'}`),
      ...(count > messages.length ? [`Und ${count - messages.length} weitere.`] : []),
      'Hier können Sie sie lesen, freigeben oder löschen:',
      { link },
    ],
  }),
  refusedBeside: (link, alias) => ({
    subject: `Eine E-Mail an ${alias} wurde abgewiesen`,
    paragraphs: [
      `Eine E-Mail an ${alias} wurde abgewiesen: Niemand bürgte für ihren Absender, sie sah nach Spam aus, oder eine Ihrer Regeln wies sie ab.`,
      'Sie ging auch an jemand anderen, der sie annahm; ihr Absender hat es daher nicht erfahren.',
      'Sie können solche E-Mails stattdessen zurückhalten lassen:',
      { link },
    ],
  }),
};
