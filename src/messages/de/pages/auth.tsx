import type * as en from '#messages/pages/auth.tsx';

export const authMessages: typeof en.authMessages = {
  pageTitle: 'Anmelden',
  welcome: 'Willkommen bei Kauke',
  intro: 'Für jeden Fremden eine eigene Adresse.',
  tabs: 'Konto',
  signInTab: 'Anmelden',
  registerTab: 'Konto anlegen',
  or: 'oder',
  google: 'Weiter mit Gmail',
  agreement: (terms, privacy) => (
    <>
      Wenn Sie fortfahren, stimmen Sie unseren {terms('Nutzungsbedingungen')} und unserer{' '}
      {privacy('Datenschutzerklärung')} zu.
    </>
  ),
};

export const signInMessages: typeof en.signInMessages = {
  email: 'E-Mail',
  password: 'Passwort',
  what: 'Passwort',
  forgot: 'Passwort vergessen?',
  code: 'Code',
  codeTitle: 'Code eingeben',
  codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  passkeyTitle: 'Mit Passkey bestätigen',
  passkeyHint:
    'Melden Sie sich jetzt unten mit Ihrem Passkey an. Oder geben Sie einen Ihrer Wiederherstellungscodes ein.',
  codeRequired: 'Der Code fehlt',
  submit: 'Anmelden',
  submitting: 'Wird angemeldet …',
  startOver: 'Zurück zu E-Mail und Passwort',
  done: 'Angemeldet',
  failed: 'Anmeldung fehlgeschlagen',
  failure: 'E-Mail oder Passwort ist falsch',
  unexplained: 'Die Anmeldung ist fehlgeschlagen',
};

export const lockedFactorMessages: typeof en.lockedFactorMessages = {
  explanation: (hours) =>
    `Kein Wiederherstellungscode mehr? Wir mailen Ihnen einen Link, der den zweiten Faktor ausschaltet. Er gilt nach ${hours} Stunden, und jedes Postfach Ihres Kontos erfährt davon.`,
  ask: 'Link mailen',
  asking: 'Wird gesendet …',
  notSent: 'Nicht gesendet',
  failure: 'Der Link konnte nicht gesendet werden',
};

export const registerMessages: typeof en.registerMessages = {
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Konto anlegen',
  submitting: 'Konto wird angelegt …',
  done: 'Konto angelegt',
  failed: 'Konto nicht angelegt',
  failure: 'Das Konto konnte nicht angelegt werden',
  unexplained: 'Das Konto wurde nicht angelegt',
  mismatch: 'Passwörter stimmen nicht überein',
  tooShort: 'Passwort zu kurz',
};

export const walletSignInMessages: typeof en.walletSignInMessages = {
  connect: 'Weiter mit Solana-Wallet',
  connecting: 'Wird verbunden …',
  choices: 'Ihre Wallets',
  done: 'Wallet verbunden',
  failed: 'Verbindung fehlgeschlagen',
  failure: 'Die Wallet konnte nicht verbunden werden',
  unexplained: 'Die Anmeldung mit der Wallet ist fehlgeschlagen',
};

export const googleSignInMessages: typeof en.googleSignInMessages = {
  failed: 'Google-Anmeldung fehlgeschlagen',
  failure: 'Die Anmeldung mit Google ist fehlgeschlagen',
  reasons: {
    busy: 'Das wurde zu oft versucht. Warten Sie bitte eine Weile oder melden Sie sich auf anderem Weg an.',
    denied: 'Google hat uns nicht gesagt, wer Sie sind, weil Sie es abgelehnt haben.',
    expired:
      'Das hat zu lange gedauert oder wurde in einem anderen Browser beendet. Bitte versuchen Sie es noch einmal.',
    unverified: 'Google hat die E-Mail-Adresse dieses Kontos nicht bestätigt; wir können es daher nicht verwenden.',
    unavailable:
      'Google war nicht erreichbar. Bitte versuchen Sie es später noch einmal oder melden Sie sich auf anderem Weg an.',
    taken:
      'Die E-Mail-Adresse dieses Google-Kontos gehört hier schon zu einem Konto. Melden Sie sich zuerst dort an und verknüpfen Sie dann Google in Ihren Einstellungen.',
    mismatch: 'Das ist nicht das Google-Konto, das hier verknüpft ist.',
    locked:
      'Dieses Konto ist gesperrt, und Google wurde kurz davor hinzugefügt. Nutzen Sie einen Weg, den Sie schon länger haben.',
    uninvited: 'Mit diesem Google-Konto meldet sich hier niemand an, und neue Konten stehen nicht allen offen.',
    confirm: 'Bitte melden Sie sich noch einmal an und verknüpfen Sie Google dann in Ihren Einstellungen.',
  },
};
