import type * as en from '#messages/pages/shell.ts';

export const requestMessages: typeof en.requestMessages = {
  noAnswer: 'Der Server hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  rateLimited: 'Zu viele Anfragen',
  rateLimitedUntil: (message, time) => `${message} Versuchen Sie es nach ${time} noch einmal.`,
};

export const shellMessages: typeof en.shellMessages = {
  brand: 'Kauke',
  pageTitle: (title) => `${title} · Kauke`,
  skip: 'Zum Inhalt springen',
  offline: 'Sie sind offline. Bis Sie wieder online sind, kann nichts gesendet werden.',
  preview: 'Vorschau',
  previewText: 'Vorschau: E-Mails verlassen diesen Rechner nie.',
  openInbox: 'Postfach öffnen',
  navigation: 'Hauptmenü',
  signIn: 'Anmelden',
  account: 'Ihr Konto',
  theme: { dark: 'Zum dunklen Design wechseln', light: 'Zum hellen Design wechseln' },
  notFound: 'Seite nicht gefunden',
  notFoundText: 'Wurde diese Seite im Router vergessen?',
  toStart: 'Zurück zur Startseite',
  failed: 'Diese Seite wurde nicht geladen',
  failedText: 'Vielleicht startet der Server gerade neu, oder Sie sind offline. Von Ihren Daten ist nichts verloren.',
};

export const footerMessages: typeof en.footerMessages = {
  tagline: 'Unbegrenzt viele Aliasse, die Ihre echte Adresse vor Spam verbergen.',
  company: 'Unternehmen',
  about: 'Über uns',
  transparency: 'Transparenzbericht',
  legal: 'Rechtliches',
  privacy: 'Datenschutzerklärung',
  terms: 'Nutzungsbedingungen',
  gdpr: 'DSGVO-konform',
  more: 'Mehr',
  documentation: 'Dokumentation',
  social: 'Soziale Medien',
  video: 'Video',
  reviewSite: 'Bewertungen',
  review: 'Bewertung schreiben',
  copyright: '© 2025 Kauke',
  version: (version) => `Version ${version}`,
  madeIn: 'Entwickelt in Litauen',
  feedback: 'Feedback',
  feedbackNotLoaded:
    'Das Formular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite noch einmal.',
};
