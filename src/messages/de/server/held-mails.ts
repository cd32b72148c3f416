import { explainStatus } from '#messages-de/server/mails.ts';
import type * as en from '#messages/server/held-mails.ts';

export const heldMails: typeof en.heldMails = {
  absenceNote: (alias) => ({
    subject: 'Eine Abwesenheitsnotiz von Ihnen wurde nicht gesendet',
    paragraphs: [
      `Ihr Postfach hat eine E-Mail an ${alias} von selbst beantwortet, wie es das während Ihrer Abwesenheit tut. Die Antwort wurde an niemanden gesendet: Sie würde Fremden verraten, dass die Adresse gelesen wird.`,
      'Haben Sie sie selbst geschrieben, oder sollen solche Antworten hinaus, schalten Sie auf der Seite des Alias „Automatische Antworten hinauslassen“ ein.',
      'Davon erfahren Sie höchstens einmal in sieben Tagen, für alle Ihre Aliasse.',
    ],
  }),
  ownReport: (alias) => ({
    subject: 'Eine Lesebestätigung von Ihnen wurde nicht gesendet',
    paragraphs: [
      `Ihr E-Mail-Programm oder Ihr Postfach hat gemeldet, was aus einer E-Mail an ${alias} wurde, etwa dass Sie sie gelesen haben. Die Meldung wurde an niemanden gesendet: Sie würde Fremden verraten, dass die Adresse gelesen wird.`,
      'Sollen solche Meldungen hinaus, schalten Sie auf der Seite des Alias „Automatische Antworten hinauslassen“ ein.',
      'Davon erfahren Sie höchstens einmal in sieben Tagen, für alle Ihre Aliasse.',
    ],
  }),
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

  refusedByInbox: (link, inbox, status) => ({
    subject: 'Ein Postfach wies eine E-Mail ab, die ein anderes annahm',
    paragraphs: [
      `${inbox} hat eine E-Mail an einen Ihrer Aliasse abgewiesen. ${explainStatus(status)} (${status})`,
      'Ein anderes Postfach dieses Alias nahm sie an; ihr Absender hat es daher nicht erfahren.',
      'Wie viele solche E-Mails es abweist, und warum die letzte, steht in Ihren Einstellungen. Davon erfahren Sie höchstens einmal in 30 Tagen.',
      { link },
    ],
  }),
};
