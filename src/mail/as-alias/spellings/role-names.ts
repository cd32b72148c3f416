/** Names of what a host does or whom one writes to there: beside a host they tell what it is called, and of nobody's mailbox. */
export const roleNames: ReadonlySet<string> = new Set(
  (
    'abuse admin administrator contact ftp hello help hostmaster imap info mail mx news newsletter noc ns office pop pop3 postmaster root sales ' +
    'security service smtp support team vpn web webmail webmaster www ' +
    'bestellung bestellungen buchhaltung buero büro empfang hilfe kontakt kundenservice post rechnung rechnungen verkauf vertrieb ' +
    'info pagalba pardavimai paštas pastas sąskaitos saskaitos užsakymai uzsakymai biuras kontaktai ' +
    'accueil contacto contato contatti kontakti kontor'
  ).split(' '),
);
