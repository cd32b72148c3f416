import type * as en from '#messages/pages/account/mail-programs.ts';

export const mailProgramMessages: typeof en.mailProgramMessages = {
  title: 'Mailprogramme',
  description:
    'Ein Passwort, das als jeder Ihrer eingeschalteten Aliasse sendet: Tragen Sie jeden im Programm als Absender ein. Wer es hat, schreibt als alle; ein Alias kann in seinem Menü außerdem ein eigenes Passwort haben.',
  all: 'Alle Aliasse',
  ofDomain: (name) => `Aliasse auf ${name}`,
  domainsNotLoaded:
    'Ihre Domains konnten nicht geladen werden: Laden Sie die Seite neu, um ein Passwort für eine von ihnen zu erstellen.',
  which: 'Sendet als',
  use: (username, since) => `Benutzername ${username}, seit ${since}`,
  create: 'Passwort erstellen',
  creating: 'Wird erstellt …',
  createFailure: 'Das Passwort konnte nicht erstellt werden',
  guide: 'So richten Sie ein Mailprogramm ein',
  renew: 'Neues Passwort',
  renewOf: (name) => `Neues Passwort für: ${name}`,
  renewTitle: 'Ein neues Passwort erstellen?',
  renewDescription: 'Das Passwort, das Ihre Mailprogramme jetzt verwenden, gilt sofort nicht mehr.',
  renewing: 'Wird erstellt …',
  renewFailure: 'Das neue Passwort konnte nicht erstellt werden',
  keep: 'Behalten',
  remove: 'Löschen',
  removeOf: (name) => `Passwort löschen für: ${name}`,
  removeTitle: (name) => `Das Passwort löschen für: ${name}?`,
  removeDescription:
    'Kein Mailprogramm kann damit mehr senden. E-Mails an Ihre Aliasse werden weitergeleitet wie bisher.',
  removing: 'Wird gelöscht …',
  removeFailure: 'Das Passwort konnte nicht gelöscht werden',
  newTitle: 'Ihr neues Passwort',
  newDescription: 'Tragen Sie dies in Ihr Mailprogramm ein: Das Passwort wird nicht noch einmal gezeigt.',
  username: 'Benutzername',
  password: 'Passwort',
  server: 'Server',
  ports: (port, sslPort) => `Port ${port} mit STARTTLS oder ${sslPort} mit TLS.`,
  keptIt: 'Ich habe es aufbewahrt',
};

export const appleMessages: typeof en.appleMessages = {
  open: 'Apple-Geräte',
  title: 'iPhone, iPad oder Mac einrichten',
  description:
    'Speichert ein Profil für Mail: einen Account, der Ihr gewohntes Postfach liest und als ein Alias sendet. Es entsteht auf dieser Seite und enthält kein Passwort: Das Gerät fragt nach dem Ihres Postfachs und nach diesem. Was Sie aus diesem Account beantworten, geht als der Alias hinaus, auch Ihre gewöhnliche Post.',
  sender: 'Alias, als der gesendet wird',
  host: 'Server Ihres Postfachs für den Empfang',
  hostHint:
    'Ihr Anbieter nennt ihn unter IMAP, etwa imap.example.com. Er muss Programmen die Anmeldung mit Passwort erlauben.',
  noHost: 'Geben Sie den Namen eines Servers ein',
  username: 'Benutzername für Ihr Postfach',
  usernameHint: 'Meist dessen Adresse.',
  noUsername: 'Geben Sie den Benutzernamen ein',
  save: 'Profil speichern',
  saving: 'Wird gespeichert...',
  failure: 'Das Profil konnte nicht erstellt werden',
  file: 'kauke.mobileconfig',
  saved: 'Gespeichert: Öffnen Sie die Datei auf dem Gerät',
};
