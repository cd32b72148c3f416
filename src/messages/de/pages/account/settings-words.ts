import type * as en from '#messages/pages/account/settings-words.ts';

export const settingsWords: typeof en.settingsWords = {
  '/settings/sign-in': 'Profil Bild Passkey Passwort E-Mail Wallet Google',
  '/settings/security': 'Zweiter Faktor 2FA Authenticator Wiederherstellungscodes Sitzungen Alles sperren',
  '/settings/inboxes':
    'Ziele Standardpostfach Verschlüsselung Schlüssel PGP Regeln für Absender blockieren Absendername',
  '/settings/domains': 'DNS Einträge Catch-all Mitglieder',
  '/settings/api-keys': 'Browser-Erweiterung Bitwarden Mailprogramme SMTP Apple erfundene Namen Standarddomain',
  '/settings/data': 'Papierkorb Export Import Sicherung Umzug Offline-Liste Mail zählen',
};
