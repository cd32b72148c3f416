import type * as en from '#messages/pages/password-reset.ts';

function life(hours: number): string {
  return hours === 1 ? 'eine Stunde' : `${hours} Stunden`;
}

export const forgotPasswordMessages: typeof en.forgotPasswordMessages = {
  title: 'Passwort vergessen',
  description: (hours) =>
    `Wir mailen Ihnen einen Link, um ein neues zu wählen. Er gilt einmal und ${life(hours)} lang.`,
  email: 'E-Mail',
  send: 'Link senden',
  sending: 'Wird gesendet …',
  back: 'Zurück zur Anmeldung',
  notSent: 'Nicht gesendet',
  failure: 'Der Link konnte nicht gesendet werden',
};

export const resetMessages: typeof en.resetMessages = {
  title: 'Neues Passwort wählen',
  description: 'Jedes Gerät, das in Ihrem Konto angemeldet ist, wird abgemeldet.',
  password: 'Neues Passwort',
  change: 'Passwort ändern',
  changing: 'Wird geändert …',
  changed: 'Passwort geändert',
  notChanged: 'Nicht geändert',
  failure: 'Das Passwort konnte nicht geändert werden',
  unusable: 'Dieser Link gilt nicht mehr',
  unusableDescription: (hours) =>
    `Er ist abgelaufen, wurde schon benutzt oder nicht vollständig kopiert. Links gelten einmal und ${life(hours)} lang.`,
  askAgain: 'Neuen Link anfordern',
};

export const programMessages: typeof en.programMessages = {
  legend: 'Was bleibt?',
  hint: 'Diese Programme kommen ohne Ihr Passwort hinein. Alle, die Sie nicht ankreuzen, verlieren jetzt den Zugang.',
  apiKey: (name) => (name === null ? 'Ein API-Schlüssel' : `API-Schlüssel „${name}“`),
  smtp: (alias) => (alias === null ? 'Mailprogramm eines Alias' : `Mailprogramm von ${alias}`),
  madeOn: (day) => `Erzeugt am ${day}`,
  notLoaded:
    'Wir konnten nicht lesen, welche Programme ohne Ihr Passwort hineinkommen. Wenn Sie fortfahren, verlieren alle den Zugang.',
};
