import type * as en from '#messages/security-events.ts';
import { count } from './quantities.ts';

type EventFacts = Parameters<typeof en.securityEventText>[0];

const methods: Readonly<Record<string, string>> = {
  password: 'E-Mail und Passwort',
  google: 'Google',
  wallet: 'Eine Wallet',
  passkey: 'Ein Passkey',
};

const scopes: Readonly<Record<string, string>> = {
  create: 'Er kann Aliasse anlegen.',
  aliases: 'Er kann Aliasse lesen und ändern.',
  all: 'Er kann Aliasse lesen und ändern und SMTP-Passwörter erzeugen.',
};

function methodOf({ method }: EventFacts): string {
  return methods[method ?? ''] ?? 'Ein Anmeldeweg';
}

function keyMade({ name, scope }: EventFacts): string {
  const made = name === undefined ? 'Ein API-Schlüssel wurde erzeugt.' : `Der API-Schlüssel „${name}“ wurde erzeugt.`;
  const reach = scopes[scope ?? ''];
  return reach === undefined ? made : `${made} ${reach}`;
}

const sentences: Readonly<Record<string, string | ((facts: EventFacts) => string)>> = {
  password_changed: 'Das Passwort wurde geändert.',
  second_factor_on: 'Der zweite Faktor wurde eingeschaltet.',
  second_factor_off: 'Der zweite Faktor wurde ausgeschaltet.',
  second_factor_reset_asked: 'Jemand, der das Passwort kennt, wollte den zweiten Faktor ausschalten.',
  data_exported: 'Die Daten des Kontos wurden exportiert.',
  deletion_begun: 'Das Konto wurde gelöscht. Eine Anmeldung holt es sieben Tage lang zurück.',
  five_failures: 'Jemand hat fünfmal vergeblich versucht, sich anzumelden.',
  locked:
    'Alles wurde gesperrt: Alle Sitzungen, API-Schlüssel und SMTP-Zugangsdaten sind beendet, und nichts wird gesendet.',
  unlocked: 'Das Konto wurde entsperrt.',
  suspended: ({ scope }) =>
    `Der Betreiber hat ${scope === 'all' ? 'das Konto' : 'das Senden'} ausgesetzt. Die Übersicht des Kontos nennt den Grund.`,
  recovery_link_made:
    'Der Betreiber hat einen Link für ein neues Passwort erzeugt, der in 72 Stunden gilt. Wer das Konto sperrt, macht ihn ungültig.',
  resumed: 'Der Betreiber hat die Aussetzung des Kontos beendet.',
  method_added: (facts) => `${methodOf(facts)} wurde als Anmeldeweg hinzugefügt.`,
  method_removed: (facts) => `${methodOf(facts)} wurde als Anmeldeweg entfernt.`,
  key_made: keyMade,
  credential_made: ({ alias }) => `Ein SMTP-Passwort zum Senden als ${alias ?? 'einer seiner Aliasse'} wurde erzeugt.`,
  account_credential_made: ({ scope, name }) =>
    scope === 'all'
      ? 'Ein SMTP-Passwort zum Senden als jeder seiner Aliasse wurde erzeugt.'
      : `Ein SMTP-Passwort zum Senden als seine Aliasse auf ${name ?? 'einer seiner Domains'} wurde erzeugt.`,
  new_device: ({ device }) =>
    device === undefined
      ? 'Jemand hat sich auf einem neuen Gerät angemeldet.'
      : `Jemand hat sich auf einem neuen Gerät angemeldet: ${device}.`,
  alias_sent_elsewhere: ({ alias }) => `E-Mails an ${alias ?? 'einen seiner Aliasse'} gehen jetzt anderswohin.`,
  inbox_key_set: 'Ein Postfach bekam einen Schlüssel: E-Mails dorthin werden ab jetzt verschlüsselt.',
  inbox_key_removed: 'Der Schlüssel eines Postfachs wurde entfernt: E-Mails dorthin gehen unverschlüsselt.',
  inbox_subject_hidden: 'E-Mails, die für ein Postfach verschlüsselt werden, verbergen ab jetzt auch ihren Betreff.',
  inbox_subject_shown:
    'E-Mails, die für ein Postfach verschlüsselt werden, verbergen ihren Betreff nicht mehr: Wer sie befördert, kann ihn lesen.',
  alias_in_clear: ({ alias }) =>
    `E-Mails an ${alias ?? 'einen seiner Aliasse'} werden nicht mehr verschlüsselt, welche Schlüssel die Postfächer auch haben.`,
  inbox_removed: ({ own }) =>
    own === true
      ? 'Dieses Postfach wurde entfernt: Es bekommt keine E-Mails seiner Aliasse und keine Warnungen mehr.'
      : 'Ein Postfach wurde entfernt.',
  default_inbox_changed: ({ scope, name }) => {
    const domain = name ?? 'einer seiner Domains';
    if (scope === 'names') return `Geändert wurde, aus welchen Namen auf ${domain} E-Mails einen Alias machen.`;
    return scope === 'domain'
      ? `Neue Aliasse auf ${domain} gehen jetzt anderswohin.`
      : 'Neue Aliasse gehen jetzt an ein anderes Postfach.';
  },
  domain_failing: ({ name }) =>
    `DNS weist nicht mehr nach, dass ${name ?? 'eine seiner Domains'} Ihnen gehört. Veröffentlichen Sie den Eintrag wieder, sonst ist sie binnen etwa einer Woche verloren; die Einstellungen zeigen den Eintrag und den Tag.`,
  domain_lost: ({ name }) =>
    `Das Konto hat ${name ?? 'eine seiner Domains'} verloren: DNS weist sie nicht mehr nach. Bis dahin nehmen ihre Aliasse keine E-Mails an.`,
  offer_made: ({ name }) =>
    `Ein Link wurde erzeugt, der ${name ?? 'einen Alias oder eine Domain'} an ein anderes Konto übergibt. In den Einstellungen lässt er sich beenden.`,
  passed_on: ({ name }) => `${name ?? 'Ein Alias oder eine Domain'} ging wie angeboten an ein anderes Konto über.`,
  taken_over: ({ name }) =>
    `${name ?? 'Ein Alias oder eine Domain eines anderen Kontos'} ging wie angenommen an dieses Konto über.`,
  role_left: ({ name }) =>
    `${name ?? 'Ein Alias'} trägt den Namen eines Amtes und ging an den Inhaber der Domain über, wie deren Verwaltung entschied.`,
  role_came: ({ name }) =>
    `${name ?? 'Ein Alias eines anderen Kontos'} ging von einem anderen Konto an dieses als Inhaber der Domain über, wie deren Verwaltung entschied.`,
};

export const securityEventText: typeof en.securityEventText = (facts) => {
  const sentence = sentences[facts.kind] ?? 'Etwas wurde geändert.';
  return typeof sentence === 'string' ? sentence : sentence(facts);
};

const subjects: Readonly<Record<string, string>> = {
  password_changed: 'Ein Passwort wurde geändert',
  second_factor_on: 'Ein zweiter Faktor wurde eingeschaltet',
  second_factor_off: 'Ein zweiter Faktor wurde ausgeschaltet',
  data_exported: 'Die Daten eines Kontos wurden exportiert',
  deletion_begun: 'Ein Konto wurde gelöscht',
  five_failures: 'Fünf fehlgeschlagene Anmeldeversuche',
  locked: 'Ein Konto wurde gesperrt',
  unlocked: 'Ein Konto wurde entsperrt',
  suspended: 'Ein Konto wurde ausgesetzt',
  recovery_link_made: 'Jemand hat den Betreiber gebeten, ein Konto wiederherzustellen',
  resumed: 'Die Aussetzung eines Kontos wurde beendet',
  method_added: 'Ein Anmeldeweg wurde hinzugefügt',
  method_removed: 'Ein Anmeldeweg wurde entfernt',
  key_made: 'Ein API-Schlüssel wurde erzeugt',
  credential_made: 'Ein SMTP-Passwort wurde erzeugt',
  account_credential_made: 'Ein SMTP-Passwort für mehrere Aliasse wurde erzeugt',
  new_device: 'Anmeldung auf einem neuen Gerät',
  alias_sent_elsewhere: 'Ein Alias leitet jetzt anderswohin weiter',
  inbox_key_set: 'Ein Postfach bekam einen Schlüssel',
  inbox_key_removed: 'Der Schlüssel eines Postfachs wurde entfernt',
  inbox_subject_hidden: 'Der Betreff verschlüsselter E-Mails wird jetzt verborgen',
  alias_in_clear: 'E-Mails an einen Alias werden nicht mehr verschlüsselt',
  inbox_subject_shown: 'Der Betreff verschlüsselter E-Mails wird nicht mehr verborgen',
  inbox_removed: 'Ein Postfach wurde entfernt',
  default_inbox_changed: 'Geändert wurde, was aus neuen Aliassen wird',
  domain_failing: 'Eine Domain ist nicht mehr nachgewiesen',
  domain_lost: 'Eine Domain ging verloren',
  offer_made: 'Ein Alias oder eine Domain wurde einem anderen Konto angeboten',
  passed_on: 'Ein Alias oder eine Domain ging an ein anderes Konto über',
  taken_over: 'Ein Alias oder eine Domain wurde übernommen',
  role_left: 'Ein Alias ging an den Inhaber seiner Domain über',
  role_came: 'Der Inhaber einer Domain bekam einen Alias',
};

export const securitySubject: typeof en.securitySubject = (kinds) => {
  const [first] = kinds;
  const alike = first !== undefined && kinds.every((kind) => kind === first);
  return (alike && subjects[first]) || `${count(kinds.length, 'Änderung', 'Änderungen')} an einem Kauke-Konto`;
};

export const securityMessages: typeof en.securityMessages = {
  title: 'Sicherheit',
  description:
    'Was in den letzten 90 Tagen mit Ihrem Konto geschah. Jedes bestätigte Postfach erfährt davon per E-Mail.',
  warned: (inboxes) =>
    inboxes === 1 ? 'Ein Postfach wird per E-Mail gewarnt.' : `${inboxes} Postfächer werden per E-Mail gewarnt.`,
  nobodyWarned:
    'Niemand wird gewarnt: Ihr Konto hat kein bestätigtes Postfach. Bestätigen Sie eines, um zu erfahren, was hier geschieht.',
  toInboxes: 'Ein Postfach bestätigen',
  none: 'Bisher ist nichts geschehen.',
  showAll: (total) => `Alle ${total} zeigen`,
  lock: 'Alles sperren',
  lockTitle: 'Alles sperren?',
  lockDescription:
    'Jede Sitzung endet, auch diese, ebenso jeder API-Schlüssel und jedes SMTP-Passwort; sie lassen sich nicht zurückholen. Als Ihre ' +
    'Aliasse wird nichts gesendet, bis Sie entsperren. E-Mails an sie kommen weiterhin an.',
  lockPassword: 'Ihr Passwort öffnet dann nichts mehr: Wählen Sie über „Passwort vergessen?“ ein neues.',
  locking: 'Wird gesperrt …',
  keepOpen: 'Abbrechen',
  lockFailure: 'Ihr Konto konnte nicht gesperrt werden',
  locked: (day) => `Gesperrt seit ${day}: Als Ihre Aliasse wird nichts gesendet.`,
  lockedHint: 'Sehen Sie zuerst die Liste und Ihre Anmeldewege durch und entfernen Sie, was nicht von Ihnen ist.',
  unlock: 'Entsperren und wieder senden',
  unlocking: 'Wird entsperrt …',
  unlockFailure: 'Ihr Konto konnte nicht entsperrt werden',
};

export const andMore: typeof en.andMore = (alias, more) => (more === 0 ? alias : `${alias} und ${more} weitere`);
