import type * as en from '#messages/server/clients.ts';

export const clientTexts: typeof en.clientTexts = {
  inboxText: 'Kauke speichert keine Beschreibung zu einem Postfach.',
  attachedOnly: 'Bei Kauke schreiben nur die Postfächer eines Alias in seinem Namen; das lässt sich nicht abschalten.',
  noReplies: 'Der Weiterleitungsdienst dieses Servers befördert keine Antworten.',
  noKey: 'Dieses Postfach hat keinen Schlüssel, mit dem verschlüsselt werden könnte.',
  keyGoes: 'Was einen Schlüssel hat, wird verschlüsselt: Entfernen Sie den Schlüssel dieses Postfachs.',
  notEncrypted: 'Das gehört zur Verschlüsselung, die dieses Postfach nicht hat.',
  domainUnverified: (name) => `${name} ist noch nicht geprüft.`,
  publish: (record) =>
    `Veröffentlichen Sie diesen Eintrag bei Ihrem DNS-Anbieter und fügen Sie die Domain dann noch einmal hinzu: ${record}`,
  noSubdomains: 'Hier werden keine Subdomains vergeben.',
  noUsernameSignIn: 'Bei Kauke melden Sie sich mit Ihrer E-Mail-Adresse an; eine Subdomain ist keine.',
  ruleForm:
    'Bei Kauke blockiert eine Regel einen Absender, eine Adresse oder eine Domain, für einen Alias oder für alle. Andere Regeln lassen sich nicht speichern.',
  accountEnd:
    'Dieses Konto löschen Sie auf der Website, unter der Liste der Aliasse: Es verlangt mehr als das Passwort.',
  accountConfirmed: 'Ihr Konto ist bestätigt.',
  codeSent: 'Eine E-Mail mit einem Code ist unterwegs.',
  noneOfThem: 'Keiner dieser Aliasse gehört Ihnen.',
  done: (count) => (count === 1 ? '1 Alias geändert' : `${count} Aliasse geändert`),
  suffixExpired: 'Diese Endung wurde vor zu langer Zeit angeboten. Bitte wählen Sie sie noch einmal.',
  unconfirmedDefault: 'Dieses Postfach hat noch nicht zugestimmt. Zuerst öffnet sein Inhaber den Link in der E-Mail.',
  noMailbox: 'Ein Alias hat mindestens ein Postfach.',
  settingFixed: 'Das wird auf der Website gewählt oder ist bei Kauke immer so.',
  noNewsletter: 'Kauke verschickt keinen Newsletter, es gibt also keinen zu bestellen.',
  noProton: 'Kauke ist mit keinem Konto von Proton verbunden.',
  noKeyText: 'Das ist kein öffentlicher OpenPGP-Schlüssel.',
};
