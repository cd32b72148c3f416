import type * as en from '#messages/pages/account/import.ts';
import { count, countText, largeCount } from '#messages-de/quantities.ts';

export const importMessages: typeof en.importMessages = {
  title: 'Import',
  description:
    'Aliasse aus einer CSV-Datei von uns, SimpleLogin oder addy.io. Unsere bringt auch Domains und Regeln mit. Sie sehen zuerst, was geschehen würde.',
  file: 'CSV-Datei',
  domain: 'Domain',
  domainHint: 'Für Namen auf Domains, die es hier nicht gibt.',
  forwardTo: 'Weiterleiten an',
  forwardToHint: 'Für Zeilen, die kein Postfach nennen.',
  check: 'Datei prüfen',
  checking: 'Wird gelesen …',
  tooLarge: 'Datei zu groß',
  tooLargeDescription: (mebibytes) => `Die Datei ist größer als ${mebibytes} MiB. Bitte teilen Sie sie auf.`,
  failed: 'Import fehlgeschlagen',
  failure: 'Die Datei konnte nicht gelesen werden',
  done: 'Import abgeschlossen',
  doneDescription: (created) =>
    created === 0 ? 'Domains und Regeln' : `${count(created, 'Alias', 'Aliasse')} angelegt`,
  wouldDo: (created, skipped) => `${created} würden angelegt, ${skipped} übersprungen.`,
  did: (created, skipped) => `${created} angelegt, ${skipped} übersprungen.`,
  rows: 'Zeilen der Datei',
  row: 'Zeile',
  alias: 'Alias',
  outcome: 'Ergebnis',
  outcomes: {
    created: 'Neu',
    exists: 'Gehört Ihnen schon',
    taken: 'Doppelt in der Datei',
    reserved: 'Nicht verfügbar',
    invalid: 'Ungültig',
  },
  moreRows: (total) => `Und ${countText(total)} weitere Zeilen.`,
  import: (total) =>
    total === 0 ? 'Domains und Regeln importieren' : `${count(total, 'Alias', 'Aliasse')} importieren`,
  checked: (done, all) => `${countText(done)} von ${largeCount(all, 'Zeile', 'Zeilen')} geprüft`,
  imported: (done, all) => `${countText(done)} von ${largeCount(all, 'Zeile', 'Zeilen')} importiert`,
  stop: 'Anhalten',
  stopping: 'Wird angehalten …',
  goOn: 'Weitermachen',
  broken: 'Es blieb mittendrin stehen. Was angelegt ist, bleibt. Es geht dort weiter und legt nichts doppelt an.',
  brokenBefore: (name, done, all) =>
    `Der Import von ${name} blieb bei ${countText(done)} von ${largeCount(all, 'Zeile', 'Zeilen')} stehen. Wählen Sie die Datei noch einmal, um weiterzumachen: Was Ihnen schon gehört, bleibt, wie es ist.`,
  longRow: (line) => `Der Eintrag ab Zeile ${line} ist zu lang. Steht dort ein Anführungszeichen, das nichts schließt?`,
  saveRows: 'Alle Zeilen als CSV speichern',
  rowsFile: 'kauke-import.csv',
  importing: 'Wird importiert …',
};
