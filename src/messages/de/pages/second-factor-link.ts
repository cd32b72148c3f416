import type * as en from '#messages/pages/second-factor-link.ts';

export const secondFactorLinkMessages: typeof en.secondFactorLinkMessages = {
  title: 'Zweiten Faktor ausschalten?',
  description: 'Sie melden sich dann allein mit Ihrem Passwort an. Jedes angemeldete Gerät wird abgemeldet.',
  early: (time) => `Dieser Link gilt ab ${time}. Bis dahin kann jeder, der ihn hat, das verhindern.`,
  warningTitle: 'Waren Sie das?',
  warning: 'Jemand, der das Passwort eines Kontos kennt, möchte dessen zweiten Faktor ausschalten.',
  turnOff: 'Ausschalten',
  turningOff: 'Wird ausgeschaltet …',
  notMe: 'Das war ich nicht',
  stopping: 'Wird verhindert …',
  failed: 'Nicht geändert',
  noAnswer: 'Der Server hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
  off: 'Der zweite Faktor ist aus',
  offDescription: 'Melden Sie sich mit Ihrem Passwort an. Schalten Sie ihn dann in Ihren Einstellungen wieder ein.',
  kept: 'Der zweite Faktor bleibt an',
  keptDescription: 'Die gemailten Links gelten nicht mehr. Jemand kennt Ihr Passwort: Wählen Sie ein neues.',
  toSignIn: 'Anmelden',
  unusable: 'Dieser Link gilt nicht mehr',
  unusableDescription: 'Er ist abgelaufen, wurde schon benutzt, oder jemand hat verhindert, wozu er da war.',
};

export const lockMessages: typeof en.lockMessages = {
  title: 'Alles sperren?',
  description:
    'Das beendet jede Sitzung, jeden API-Schlüssel und jedes SMTP-Passwort des Kontos, vor dem wir Sie gewarnt haben, und als ' +
    'seine Aliasse wird nichts mehr gesendet. E-Mails an sie kommen weiterhin an. Sie kommen mit einem neuen Passwort wieder hinein, oder mit Passkey, Wallet oder Google-Konto.',
  lock: 'Alles sperren',
  locking: 'Wird gesperrt …',
  failed: 'Nicht gesperrt',
  noAnswer: 'Der Server hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
  locked: 'Alles ist gesperrt',
  lockedDescription:
    'Niemand ist mehr angemeldet. Ist es Ihr Konto, wählen Sie über „Passwort vergessen?“ ein neues Passwort, oder melden Sie sich mit ' +
    'Wallet, Passkey oder Google-Konto an. Entsperren Sie es dann in den Einstellungen.',
  toSignIn: 'Anmelden',
  unusable: 'Dieser Link gilt nicht mehr',
  notNow: 'Jetzt nicht',
  unusableDescription:
    'Er ist abgelaufen oder wurde schon benutzt. Melden Sie sich an, um zu sehen, was geschehen ist: Unter Einstellungen, Sicherheit können Sie alles sperren.',
};
