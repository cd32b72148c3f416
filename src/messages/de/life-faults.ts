import type * as en from '#messages/life-faults.ts';

export const lifeFaultTexts: typeof en.lifeFaultTexts = {
  labelRequired: 'Ein Label braucht einen Namen',
  labelTooLong: (max) => `Ein Label darf höchstens ${max} Zeichen haben`,
  labelInvalid: 'Ein Label darf keine Kommas enthalten',
  tooManyLabels: (max) => `Ein Konto kann höchstens ${max} Labels haben`,
  expiry: (years) => `Das muss ein Zeitpunkt ab jetzt sein, innerhalb von ${years} Jahren`,
  maxMessages: (max) => `Möglich sind 1 bis ${max} E-Mails`,
  idleDays: (max) => `Möglich sind 1 bis ${max} Tage`,
  notOffered: 'Der Weiterleitungsanbieter kann Aliasse nicht von selbst beenden',
  countsNotOffered: 'Die E-Mails dieses Dienstes werden anderswo weitergeleitet und können hier nicht gezählt werden',
  brokenText: 'Das darf keine beschädigten Zeichen enthalten',
  idsOrFilter: 'Nennen Sie die Aliasse oder einen Filter, der sie findet',
  tooManyIds: (max) => `Eine Änderung kann höchstens ${max} Aliasse nennen`,
  nothingChanged: 'Mindestens eine Änderung muss angegeben werden',
  deletedAlone: 'Löschen und Wiederherstellen gehen mit keiner anderen Änderung zusammen',
};
