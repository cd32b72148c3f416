import type * as en from '#messages/server/mails.ts';
import { count as counted, durationText, sizeText } from '#messages-de/quantities.ts';

const meanings: readonly (readonly [status: RegExp, meaning: string])[] = [
  [/^4\./, 'Der Mailserver war tagelang nicht erreichbar oder nahm die E-Mail nicht an.'],
  [/^5\.(?:7\.|1\.[78]$)/, 'Der Mailserver hat die E-Mail nach seinen Regeln abgewiesen.'],
  [/^5\.1\./, 'Die Adresse gibt es nicht.'],
  [/^5\.2\.2$/, 'Das Postfach ist voll.'],
  [/^5\.(?:3\.4|2\.3)$/, 'Die E-Mail ist zu groß.'],
  [/^5\.2\./, 'Das Postfach nimmt keine E-Mails an.'],
  [
    /^5\.6\.3$/,
    'Der Mailserver nimmt nur reines ASCII an, und die E-Mail ist so signiert, dass sie nicht verändert werden darf.',
  ],
];

export function explainStatus(status: string): string {
  return meanings.find(([form]) => form.test(status))?.[1] ?? 'Der Mailserver hat die E-Mail abgewiesen.';
}

export const accountMails: typeof en.accountMails = {
  confirmInbox: (link, lifeMs) => ({
    subject: 'Bestätigen Sie dieses Postfach',
    paragraphs: [
      'Jemand hat Kauke gebeten, E-Mails von einem E-Mail-Alias an dieses Postfach weiterzuleiten.',
      `Wenn Sie das waren, öffnen Sie innerhalb von ${durationText(lifeMs)} diesen Link und bestätigen Sie:`,
      { link },
      'Wenn Sie es nicht waren, öffnen Sie denselben Link und wählen Sie „Das war ich nicht“. Wir schreiben Ihnen dann nicht noch einmal.',
      'Bewahren Sie diese E-Mail auf: Mit dem Link können Sie die Weiterleitung später auch stoppen.',
    ],
  }),
  resetPassword: (link, lifeMs, verified) => ({
    subject: 'Wählen Sie ein neues Passwort',
    paragraphs: [
      'Jemand hat für das Kauke-Konto dieser Adresse um ein neues Passwort gebeten.',
      `Wenn Sie das waren, öffnen Sie innerhalb von ${durationText(lifeMs)} diesen Link:`,
      { link },
      ...(verified
        ? []
        : [
            'Diese Adresse wurde für das Konto nie bestätigt. Damit niemand Zugriff behält, der es vielleicht in Ihrem Namen angelegt hat, ' +
              'beginnt mit einem neuen Passwort ein neues Konto, ohne die Aliasse des jetzigen.',
          ]),
      'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Das Passwort bleibt, wie es ist.',
    ],
  }),
  triedToRegister: (link) => ({
    subject: 'Jemand wollte sich mit Ihrer Adresse registrieren',
    paragraphs: [
      'Jemand wollte mit dieser Adresse ein Kauke-Konto anlegen; es gibt aber schon eines.',
      'Wenn Sie das waren, melden Sie sich hier an oder wählen Sie „Passwort vergessen?“:',
      { link },
      'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Nichts wurde geöffnet und nichts geändert. Sie erfahren davon höchstens einmal am Tag.',
    ],
  }),
  secondFactorLink: (link, { waitMs, lifeMs }) => ({
    subject: 'Einen zweiten Faktor ausschalten',
    paragraphs: [
      'Jemand, der das Passwort des Kauke-Kontos mit dieser Adresse kennt, hat zu viele falsche Codes eingegeben und möchte den zweiten Faktor ausschalten.',
      `Wenn Sie das waren, öffnen Sie diesen Link in ${durationText(waitMs)}. Er gilt bis in ${durationText(lifeMs)} von jetzt an:`,
      { link },
      'Wenn Sie es nicht waren, öffnen Sie den Link jetzt, wählen Sie „Das war ich nicht“ und ändern Sie das Passwort des Kontos, falls es Ihres ist: Jemand kennt es.',
    ],
  }),
  secondFactorWarning: (link, waitMs) => ({
    subject: 'Ein zweiter Faktor soll ausgeschaltet werden',
    paragraphs: [
      'Jemand, der das Passwort eines Kauke-Kontos kennt, das vielleicht E-Mails an dieses Postfach weiterleitet, möchte dessen zweiten Faktor ausschalten.',
      `Wenn es Ihr Konto ist und Sie das nicht waren, öffnen Sie innerhalb von ${durationText(waitMs)} diesen Link und wählen Sie „Das war ich nicht“:`,
      { link },
      'Ändern Sie dann das Passwort des Kontos: Jemand kennt es.',
    ],
  }),
  feedback: (paragraphs) => ({
    subject: 'Feedback',
    paragraphs: ['Jemand hat Ihnen über die Feedback-Schaltfläche geschrieben:', ...paragraphs],
  }),
  webhookOff: (host, { reason, keptMs, link }) => ({
    subject: 'Ein Webhook wurde ausgeschaltet',
    paragraphs: [
      `Wir senden keine E-Mails mehr an Ihren Webhook bei ${host}. ${reason}`,
      `Was schon für ihn wartet, wird bis zu ${durationText(keptMs)} aufbewahrt. In Ihren Einstellungen können Sie den Webhook wieder einschalten:`,
      { link },
    ],
  }),
  webhookGone: 'Er antwortete 410 und bittet damit, nichts mehr zu senden.',
  webhookFailing: (patienceMs) => `Seit ${durationText(patienceMs)} nahm er keine E-Mail an.`,
};

export const failureMails: typeof en.failureMails = {
  failedTarget: (link, target, { status, late }) => ({
    subject: late
      ? 'Ein Postfach hinter Ihren Aliassen schickt E-Mails zurück'
      : 'Ein Postfach hinter Ihren Aliassen weist E-Mails ab',
    paragraphs: [
      `${target} hat mehrmals E-Mails Ihrer Aliasse ${late ? 'angenommen und zurückgeschickt' : 'abgewiesen'}. ${explainStatus(status)} (${status})`,
      'Die Zustellung wird weiter versucht. Ändern Sie die Aliasse, die dorthin weiterleiten, oder bringen Sie das Postfach in Ordnung:',
      { link },
    ],
  }),
  failedForward: (link, alias, status) => ({
    subject: 'Eine E-Mail an einen Ihrer Aliasse ging verloren',
    paragraphs: [
      `Eine E-Mail an ${alias} konnte an keines seiner Ziele zugestellt werden. ${explainStatus(status)} (${status})`,
      'Ihr Absender konnte nicht benachrichtigt werden, weil nicht feststand, wer das ist. Die E-Mail ist gelöscht.',
      { link },
    ],
  }),
  failedCopy: (link, alias, status) => ({
    subject: 'Eine Kopie Ihrer E-Mail wurde nicht zugestellt',
    paragraphs: [
      `Was Sie als ${alias} gesendet haben, ging hinaus, aber die Kopie erreichte keines Ihrer anderen Postfächer. ${explainStatus(status)} (${status})`,
      { link },
    ],
  }),
  bouncedForward: (link, alias, status) => ({
    subject: 'Eine E-Mail an einen Ihrer Aliasse kam zurück',
    paragraphs: [
      `Ein Postfach, an das ${alias} weiterleitet, nahm eine E-Mail an und schickte sie dann zurück. ${explainStatus(status)} (${status})`,
      'Ihr Absender konnte nicht benachrichtigt werden, weil nicht feststand, wer das ist. Die E-Mail ist gelöscht.',
      { link },
    ],
  }),
  unreadBounce: (alias, quoted) => ({
    subject: 'Ein Mailserver schrieb zu Ihrer E-Mail',
    paragraphs: [
      `Ein Mailserver schrieb zu einer E-Mail, die Sie als ${alias} gesendet haben. Vielleicht wurde sie nicht zugestellt: Was der Server sagt, konnte ein Programm nicht verstehen.`,
      ...(quoted === null
        ? ['Er wird nicht zitiert: Er schrieb heute zu oft, oder Ihre E-Mails sollen verschlüsselt sein.']
        : ['So beginnt es. Jeder kann das geschrieben haben: Trauen Sie keinem Link darin.', quoted]),
    ],
  }),
  unreadReturn: (alias, quoted) => ({
    subject: 'Ein Mailserver schrieb zu einer E-Mail an einen Ihrer Aliasse',
    paragraphs: [
      `Der Mailserver eines Postfachs, an das ${alias} weiterleitet, schrieb zu einer E-Mail, die er angenommen hatte. Vielleicht kam sie nicht im Postfach an: Was der Server sagt, konnte ein Programm nicht verstehen, und ihr Absender hat nichts davon erfahren.`,
      ...(quoted === null
        ? ['Er wird nicht zitiert: Er schrieb heute zu oft, oder Ihre E-Mails sollen verschlüsselt sein.']
        : ['So beginnt es. Jeder kann das geschrieben haben: Trauen Sie keinem Link darin.', quoted]),
    ],
  }),
  refusedContent: (link, alias, status) => ({
    subject: 'E-Mails an einen Ihrer Aliasse werden wegen ihres Inhalts abgewiesen',
    paragraphs: [
      `Ein Postfach, an das ${alias} weiterleitet, weist heute viele E-Mails wegen ihres Inhalts ab. ${explainStatus(status)} (${status})`,
      'Wenn Sie diese nicht wollen, blockieren Sie die Absender oder pausieren Sie den Alias:',
      { link },
    ],
  }),
  joined: (notices) => ({
    subject: 'Was mit Ihren E-Mails geschah',
    paragraphs: notices.flatMap(({ words, count }) => [
      `${words.subject}${count === 1 ? '' : ` (${count}-mal)`}`,
      ...words.paragraphs,
    ]),
  }),
  failedSent: (alias, recipients, status) => ({
    subject: 'Ihre E-Mail wurde nicht zugestellt',
    paragraphs: [
      recipients.length > 0
        ? `Was Sie als ${alias} gesendet haben, hat ${recipients.join(', ')} nicht erreicht.`
        : `Was Sie als ${alias} gesendet haben, ist nicht angekommen.`,
      `${explainStatus(status)} (${status})`,
    ],
  }),
  delayed: (link, waiting, { noticeAfterMs, giveUpAfterMs }) => ({
    subject: 'E-Mails an Ihre Aliasse warten',
    paragraphs: [
      `Diese E-Mails konnten seit mehr als ${durationText(noticeAfterMs)} nicht zugestellt werden. Sie werden verschlüsselt aufbewahrt, und die Zustellung wird bis zum Alter von ${durationText(giveUpAfterMs)} weiter versucht.`,
      waiting.map(({ alias, count }) => `${alias}: ${counted(count, 'E-Mail', 'E-Mails')}`).join('\n'),
      'Sehen Sie nach, wohin sie gehen sollen, und ändern Sie es bei Bedarf:',
      { link },
    ],
  }),
  notSent: (alias, reason) => ({
    subject: 'Ihre E-Mail wurde nicht gesendet',
    paragraphs: [`Ihre letzte E-Mail als ${alias} wurde an niemanden gesendet.`, reason],
  }),
};

const limits: Readonly<Record<string, string>> = {
  'messages of this alias': 'E-Mails dieses Alias',
  'messages of this account': 'E-Mails dieses Kontos',
  'messages of all new accounts': 'E-Mails aller neuen Konten',
  'new recipients': 'neue Empfänger',
};

export const replyRefusals: typeof en.replyRefusals = {
  other_recipients: (addresses) =>
    `Sie geht auch an ${addresses.join(', ')}: Dort wäre Ihre eigene Adresse zu sehen gewesen. Schreiben Sie nur an Reverse-Adressen; auf der Seite des Alias bekommen Sie eine für jeden.`,
  several_aliases:
    'Die Empfänger gehören zu mehreren Ihrer Aliasse: Sie hätten gesehen, dass diese ein und dieselbe Person sind. Schreiben Sie immer nur denen eines Alias.',
  only_reads:
    'Dieses Postfach liest nur: Antworten von ihm werden nicht gesendet. So steht es bei ihm in Ihren Einstellungen.',
  paused: 'Der Alias oder seine Domain ist pausiert. Schalten Sie ihn ein, um zu senden.',
  ended: 'Der Alias ist zu Ende. Lassen Sie ihn weiterlaufen, um zu senden.',
  locked: 'Ihr Konto ist gesperrt. Entsperren Sie es in den Einstellungen, um zu senden.',
  suspended: 'Für Ihr Konto ist das Senden ausgesetzt. Die Übersicht nennt den Grund.',
  lost: 'Dass die Domain dieses Alias Ihnen gehört, ist nicht mehr nachgewiesen. Die Einstellungen zeigen, was zu veröffentlichen ist.',
  blocked: 'Sie haben einen der Empfänger blockiert. Heben Sie das auf der Seite des Alias auf, um ihm zu schreiben.',
  identity: (what) => `${what} Lassen Sie das weg, oder erlauben Sie es für diesen Alias.`,
  charset: (charset) =>
    `Ein Text darin hat den Zeichensatz ${charset}, der hier nicht lesbar ist: Ihre eigene Adresse könnte darin stehen. Senden Sie ihn als UTF-8, oder erlauben Sie es für diesen Alias.`,
  unreadable: (maxBytes) =>
    `Ihre Teile waren nicht lesbar oder enthalten mehr als ${sizeText(maxBytes)} Text: Ihre eigene Adresse könnte darin stehen.`,
  long_lines:
    'Zeilen mit mehr als 998 Zeichen stehen dort, wo nichts geändert werden darf: in signiertem Inhalt oder in einer Adresse. Andere Server würden sie nicht annehmen.',
  too_many: ({ max, limit, window }) =>
    `Höchstens ${max} ${limits[limit] ?? limit} sind ${window === 'hour' ? 'in einer Stunde' : 'an einem Tag'} erlaubt. Versuchen Sie es später noch einmal.`,
};

export const identityWords: typeof en.identityWords = {
  signature: 'Sie trägt eine digitale Signatur, die Ihren Namen verrät.',
  key: 'Ein Schlüssel oder Zertifikat ist angehängt, das Ihren Namen verrät.',
  encrypted:
    'Sie ist verschlüsselt, und was niemand lesen kann, lässt sich nicht von dem befreien, was Ihren Namen verrät. Die Einstellungen des Alias können das erlauben.',
  winmail:
    'Sie enthält eine winmail.dat-Datei von Outlook, in der Ihre Adresse steht. Senden Sie sie als HTML oder reinen Text.',
  receipt: 'Sie ist eine Lesebestätigung, die Ihren Namen verrät.',
  names_owner:
    'Ein Anhang oder eine angehängte E-Mail enthält Ihre eigene Adresse, oder der Text enthält sie in einer Form, die nicht zum Alias werden kann.',
  servers:
    'Eine angehängte E-Mail enthält, was die Server Ihres Postfachs darauf geschrieben haben. Leiten Sie sie stattdessen im Text weiter.',
  document:
    'Die Eigenschaften einer angehängten Datei, oder etwas darin Gepacktes, enthalten Ihren Namen oder Ihre eigene Adresse. Speichern Sie sie ohne diese.',
  sealed:
    'In ein angehängtes Archiv oder Dokument lässt sich nicht hineinsehen, weil es verschlüsselt, beschädigt, zu groß oder von unbekannter Art ist: Ihr Name könnte darin stehen.',
};
