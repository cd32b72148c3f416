import type * as en from '#messages/server/errors.ts';
import { sizeText } from '#messages-de/quantities.ts';

const crossSite = 'Diese Anfrage kam von einer anderen Website und wurde abgelehnt.';

export const errors: typeof en.errors = {
  invalid_input: 'Bitte korrigieren Sie die unten gezeigten Fehler und versuchen Sie es noch einmal.',
  malformed_json: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  not_signed_in: 'Bitte melden Sie sich an, um fortzufahren.',
  wrong_credentials: 'E-Mail oder Passwort ist falsch',
  second_factor_required: 'Geben Sie den Code aus Ihrer Authenticator-App ein.',
  wrong_code: 'Dieser Code ist falsch oder wurde schon benutzt.',
  second_factor_locked:
    'Für dieses Konto wurden zu viele falsche Codes versucht. Nehmen Sie einen Wiederherstellungscode oder fordern Sie per E-Mail einen Link an.',
  api_key_invalid: 'Dieser API-Schlüssel ist ungültig: Er ist unbekannt oder wurde widerrufen.',
  wallet_refused: 'Die Anmeldung mit der Wallet ist fehlgeschlagen',
  passkey_required: 'Jetzt Ihr Passkey oder einer Ihrer Wiederherstellungscodes.',
  passkey_refused: 'Dieser Passkey konnte hier nicht verwendet werden. Bitte versuchen Sie es noch einmal.',
  confirm_identity: 'Bitte bestätigen Sie, dass Sie es sind, und versuchen Sie es dann noch einmal.',
  account_leaving: 'Dieses Konto wird gelöscht. Melden Sie sich auf der Website an, um es zu behalten.',
  account_waiting: 'Dieses Konto wartet auf die Freigabe durch den Betreiber. Bis dahin lässt sich nichts ändern.',
  registration_closed: 'Hier werden keine neuen Konten angelegt.',
  invitation_required: 'Neue Konten gibt es hier nur mit Einladung. Öffnen Sie den Link, den Sie bekommen haben.',
  account_locked: 'Dieses Konto ist gesperrt. Wählen Sie über „Passwort vergessen?“ ein neues Passwort.',
  account_suspended: 'Dieses Konto ist ausgesetzt. Melden Sie sich auf der Website an, um den Grund zu lesen.',
  session_required: 'Das kann ein API-Schlüssel nicht. Bitte melden Sie sich auf der Website an.',
  scope_required:
    'Das darf dieser API-Schlüssel nicht. Erzeugen Sie in den Einstellungen der Website einen, der es darf.',
  cross_site: crossSite,
  not_found: 'Nicht gefunden',
  method_not_allowed: 'Diese Methode ist hier nicht erlaubt.',
  email_taken: 'Diese E-Mail-Adresse ist schon registriert',
  method_taken: 'Dieser Anmeldeweg gehört schon zu einem anderen Konto.',
  last_method: 'Das ist der einzige Zugang zu Ihrem Konto. Fügen Sie zuerst einen weiteren hinzu.',
  target_answered: 'Der Inhaber dieses Postfachs hat schon geantwortet.',
  target_unconfirmed: 'Dieser Webhook ist noch nicht bestätigt. Prüfen Sie ihn zuerst.',
  target_in_use: 'Das ist das einzige Ziel einiger Aliasse. Ändern oder löschen Sie diese zuerst.',
  password_missing: 'Fügen Sie Ihrem Konto zuerst eine E-Mail-Adresse und ein Passwort hinzu.',
  passkey_missing: 'Fügen Sie Ihrem Konto zuerst einen Passkey hinzu.',
  second_factor_on: 'Der zweite Faktor ist schon an.',
  second_factor_off: 'Der zweite Faktor ist aus.',
  credential_exists: 'Dieser Alias hat schon SMTP-Zugangsdaten.',
  account_credential_exists: 'Für diese Aliasse gibt es schon ein Passwort: Erneuern oder löschen Sie es.',
  too_many_api_keys: 'Dieses Konto hat so viele API-Schlüssel, wie es haben darf. Widerrufen Sie zuerst einen.',
  too_many_passkeys: (max) =>
    `Ein Konto darf ${max} Passkeys haben. Entfernen Sie zuerst einen, den Sie nicht mehr benutzen.`,
  too_many_sender_rules: (max) => `Ein Konto darf ${max} Absenderregeln haben. Löschen Sie zuerst eine.`,
  holding_off:
    'In diesem Konto wird nichts zurückgehalten. Wählen Sie unter „Zurückgehaltene E-Mails“, wie lange, und legen Sie dann die Regel an.',
  held_alias_off:
    'Dieser Alias nimmt gerade keine E-Mails an. Schalten Sie ihn ein oder bestätigen Sie eines seiner Postfächer und versuchen Sie es noch einmal.',
  held_no_key:
    'Kein Postfach dieses Alias kann diese E-Mail bekommen: Sie ist für ein anderes verschlüsselt, oder ein Schlüssel gilt nicht mehr.',
  held_no_room: 'Für diese E-Mail ist gerade kein Platz. Bitte versuchen Sie es später noch einmal.',
  too_many_aliases:
    'Dieses Konto hat so viele Aliasse, wie es haben darf. Löschen Sie zuerst einen, den Sie nicht mehr benutzen.',
  too_many_targets:
    'Dieses Konto hat so viele Postfächer und Webhooks, wie es haben darf. Löschen Sie zuerst eines, das Sie nicht mehr benutzen.',
  too_many_domains: (max) =>
    `Ein Konto darf ${max} Domains haben. Entfernen Sie zuerst eine, die Sie nicht mehr benutzen.`,
  too_many_members: (max) => `Eine Domain darf ${max} Mitglieder haben. Entfernen Sie zuerst eines.`,
  domain_exists: 'Diese Domain steht schon in Ihrer Liste.',
  domain_taken: 'Jemand anderes hier hat diese Domain oder eine darüber oder darunter.',
  domain_in_use: 'Diese Domain hat noch Aliasse. Löschen Sie sie zuerst.',
  domain_unproven: 'Nur eine geprüfte Domain kann übergeben werden.',
  offer_changed:
    'Das wurde geändert, seit Sie den Link geöffnet haben. Öffnen Sie ihn noch einmal, um zu sehen, was es jetzt ist.',
  offer_own: 'Dieser Link ist für jemand anderen: Er ist Ihr eigener.',
  offer_stopped:
    'Nichts geht über, solange eines der beiden Konten gesperrt oder ausgesetzt ist, wartet oder gelöscht wird.',
  offer_members_only:
    'Dieser Alias liegt auf einer Domain, deren Mitglied Sie nicht sind. Bitten Sie zuerst um eine Einladung zur Domain.',
  no_target: 'Ihr Konto hat noch kein Postfach. Legen Sie zuerst auf der Website einen Alias an.',
  undo_overtaken: 'Das wurde seitdem wieder geändert, daher wurde nichts rückgängig gemacht.',
  service_key_refused: 'Der andere Dienst nimmt diesen API-Schlüssel nicht an.',
  move_stage: 'Dieser Schritt ist jetzt nicht möglich. Laden Sie die Seite neu, um zu sehen, wie weit der Umzug ist.',
  too_many_moves: (max) => `Ein Konto kann ${max} Umzüge zugleich haben. Entfernen Sie zuerst einen, der fertig ist.`,
  alias_ended: 'Dieser Alias ist zu Ende. Geben Sie ihm ein anderes Ende oder keines.',
  too_many_labels: (max) =>
    `Ein Konto darf ${max} Labels haben. Löschen Sie zuerst eines, das Sie nicht mehr benutzen.`,
  label_exists: 'Ein Label mit diesem Namen gibt es schon.',
  alias_reserved: 'Dieser Name ist reserviert. Bitte wählen Sie einen anderen.',
  alias_unavailable: 'Dieser Alias ist nicht verfügbar. Bitte wählen Sie einen anderen Namen.',
  provider_refused: 'Der Weiterleitungsanbieter hat das abgelehnt.',
  invitation_unusable:
    'Diese Einladung gilt nicht mehr oder ist aufgebraucht. Bitten Sie um eine neue, wo Sie sie bekommen haben.',
  pairing_over: 'Diese Kopplung ist vorbei. Beginnen Sie in der Erweiterung noch einmal.',
  code_over: 'Der Code wurde zu oft versucht. Fordern Sie später bitte einen neuen an.',
  link_unusable: 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
  body_too_large: (maxBytes) => `Der Inhalt der Anfrage ist größer als ${sizeText(maxBytes)}.`,
  unsupported_media_type: 'Senden Sie den Inhalt als application/json.',
  rate_limited: 'Zu viele Anfragen. Bitte warten Sie einen Moment.',
  internal: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
  unavailable: 'Der Dienst ist beschäftigt oder startet. Bitte versuchen Sie es gleich noch einmal.',
};

export const exactErrors: typeof en.exactErrors = {
  brokenText: 'Text darf weder NUL noch beschädigte Zeichen enthalten.',
  starting: 'Der Dienst startet. Bitte versuchen Sie es gleich noch einmal.',
  crossSite: (origin) => `${crossSite} Dieser Dienst antwortet unter ${origin} (PUBLIC_URL).`,
  inboxElsewhere: 'Das Vorschau-Postfach antwortet nur localhost und 127.0.0.1.',
  wrongPassword: 'Das Passwort ist falsch',
  newMethodLocked:
    'Dieses Konto ist gesperrt, und dieser Anmeldeweg wurde kurz davor hinzugefügt. Nutzen Sie einen, den Sie schon länger haben.',
  hasOtherEmail: 'Ihr Konto hat schon eine andere E-Mail-Adresse.',
  hasPassword: 'Ihr Konto hat schon ein Passwort.',
  hasWallet: 'Ihr Konto hat schon eine Wallet.',
  webhookConfirmed: 'Dieser Webhook ist schon bestätigt.',
  targetFirst: 'Bestätigen Sie zuerst ein Ziel dieses Alias.',
  soleTargetOf: (names, more) =>
    `Das ist das einzige Ziel von ${names.join(', ')}${more > 0 ? ` und ${more} weiteren` : ''}. Ändern oder löschen Sie diese zuerst.`,
  tooManyAliases: (max) =>
    `Ein Konto darf ${max} Aliasse haben. Löschen Sie zuerst einen, den Sie nicht mehr benutzen.`,
  tooManyUnconfirmed: (max) =>
    `Bis Sie Ihre E-Mail-Adresse oder ein anderes Postfach bestätigen, darf Ihr Konto ${max} Aliasse haben. Öffnen Sie den Link in der E-Mail von uns.`,
  tooManyTargets: (max) =>
    `Ein Konto darf ${max} Postfächer und Webhooks haben. Löschen Sie zuerst eines, das Sie nicht mehr benutzen.`,
  keyMissing:
    'Senden Sie einen API-Schlüssel als `Authorization: Bearer <key>`. Erzeugen Sie ihn in den Einstellungen der Website.',
  scopeRequired: (scope) =>
    `Das darf dieser API-Schlüssel nicht: Nötig ist einer mit dem Umfang „${scope}“. Erzeugen Sie ihn in den Einstellungen der Website.`,
  noApiKey: 'Das ist kein API-Schlüssel dieses Dienstes.',
  apiKeyExpired: 'Dieser API-Schlüssel ist abgelaufen.',
  linkTooEarly: 'Dieser Link gilt noch nicht.',
  notSuspended: 'Dieses Konto ist nicht ausgesetzt.',
  ownerStillThere: 'Dieses Konto gibt es noch: Sein Inhaber kann den Alias neu anlegen.',
  notTheirName: 'Das ist kein Name, den das Konto mit dieser ID aufgegeben hat.',
  notLocked: 'Nichts ist gesperrt.',
  notWaiting: 'Dieses Konto wartet auf niemanden.',
  operatorThere: 'Es gibt schon ein Konto. Ernennen Sie einen Betreiber mit: npm run kauke -- operator add EMAIL',
  tooManyInvitations: (max) => `Es gibt schon ${max} gültige Links. Beenden Sie sie mit: npm run kauke -- invite end`,
  tooManyBlocks: (max) => `${max} Absender sind schon blockiert.`,
  severalDestinations: 'Mehrere Ziele heißen so: Nehmen Sie die ID, die davor steht.',
  tooManyHolds: (max) => `${max} Ziele sind schon angehalten.`,
  signInExpired: 'Diese Anmeldung ist abgelaufen. Bitte melden Sie sich noch einmal an.',
};

export const weakPasswords: typeof en.weakPasswords = {
  common:
    'Viele Menschen benutzen dieses Passwort, daher wird es zuerst erraten. Ein paar Wörter, die nicht zusammengehören, sind besser.',
  own: 'Das ist kaum mehr als Ihre Adresse oder unser Name. Ein paar Wörter, die nicht zusammengehören, sind besser.',
  regular: 'Das wiederholt sich oder folgt der Tastatur. Ein paar Wörter, die nicht zusammengehören, sind besser.',
};
