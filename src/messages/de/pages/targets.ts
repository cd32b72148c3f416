import { count } from '#messages-de/quantities.ts';
import type * as en from '#messages/pages/targets.ts';

export const targetStateMessages: typeof en.targetStateMessages = {
  refusesSince: (day) => `Nimmt seit ${day} keine E-Mails an`,
  failsSince: (day) => `Gestört seit ${day}`,
  refused: (messages, reason) =>
    `Wies ${count(messages, 'E-Mail', 'E-Mails')} ab, zuletzt: ${{ size: 'zu groß', content: 'wegen ihres Inhalts', rules: 'nach Regeln seines Servers', unsaid: 'ohne Angabe von Gründen' }[reason]}`,
  notSent: 'Nicht gesendet',
  sendFailure: 'Die Bestätigungsmail konnte nicht gesendet werden',
  verified: 'Webhook geprüft',
  verifiedDescription: 'E-Mails werden ab jetzt dorthin gesendet.',
  notVerified: 'Nicht geprüft',
  verifyFailure: 'Der Webhook konnte nicht gefragt werden',
};

export const inboxAddressMessages: typeof en.inboxAddressMessages = {
  change: 'Adresse ändern',
  changeOf: (address) => `Die Adresse von ${address} ändern`,
  description: (address) =>
    `Das neue Postfach wird per E-Mail gefragt. Sobald es zustimmt, tritt es in allen Aliassen, Domains und Regeln an die Stelle von ${address}, mit dem Schlüssel, falls es einen gibt, und ${address} wird entfernt. Bis dahin ändert sich nichts.`,
  label: 'Neue Adresse',
  submit: 'Neues Postfach fragen',
  busy: 'Wird gefragt …',
  failure: 'Die Adresse konnte nicht geändert werden',
  waits: (address) => `Wird zu ${address}, sobald dieses Postfach zustimmt`,
  takesPlace: (address) => `Tritt an die Stelle von ${address}, sobald es zustimmt`,
  keep: 'Diese Adresse behalten',
};
