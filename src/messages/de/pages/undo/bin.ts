import type * as en from '#messages/pages/undo/bin.ts';
import { count } from '#messages-de/quantities.ts';

export const binMessages: typeof en.binMessages = {
  title: 'Papierkorb',
  back: 'Zurück zu Ihren Aliassen',
  loading: 'Papierkorb wird geladen …',
  notLoaded: 'Der Papierkorb konnte nicht geladen werden.',
  description:
    'E-Mails an einen gelöschten Alias werden abgewiesen. Er kommt mit Zielen, Notizen und Einstellungen zurück, aber ohne sein SMTP-Passwort.',
  none: 'Der Papierkorb ist leer',
  noneDescription: 'Gelöschte Aliasse bleiben so lange hier, wie Sie es in den Einstellungen gewählt haben.',
  times: (deleted, ends) => `Gelöscht: ${deleted}, wird endgültig gelöscht: ${ends}`,
  restore: 'Wiederherstellen',
  restoreOne: (address) => `${address} wiederherstellen`,
  restored: 'Alias wiederhergestellt',
  restoredDescription: (address) => `E-Mails an ${address} werden wieder angenommen.`,
  notRestored: 'Nicht wiederhergestellt',
  restoreFailure: 'Der Alias konnte nicht wiederhergestellt werden',
  forget: 'Endgültig löschen',
  forgetQuestion: (address) => `${address} endgültig löschen?`,
  forgetDescription:
    'Das lässt sich nicht rückgängig machen. Sie können die Adresse neu anlegen; niemand sonst kann es, wenn sie je E-Mails bekommen hat.',
  forgotten: 'Alias endgültig gelöscht',
  forgetting: 'Wird gelöscht …',
  notForgotten: 'Nicht gelöscht',
  forgetFailure: 'Der Alias konnte nicht gelöscht werden',
  keep: 'Behalten',
  changes: 'Letzte Änderungen',
  changesDescription: 'Jede lässt sich 7 Tage lang rückgängig machen. Spätere Änderungen bleiben.',
  noChanges: 'In den letzten 7 Tagen wurde nichts geändert',
  changedAt: (what, when) => `${what}, ${when}`,
  undoOne: (what, of) => `Rückgängig machen: ${what}, ${of}`,
  kinds: {
    deleted: 'Gelöscht',
    target_removed: 'Ziel entfernt',
    targets: 'Anderswohin weitergeleitet',
    renamed: 'Umbenannt',
    paused: 'Pausiert',
    activated: 'Eingeschaltet',
    settings: 'Umgang mit E-Mails geändert',
    notes: 'Notizen geändert',
    labels: 'Labels geändert',
    life: 'Ende geändert',
  },
};

export const binSettingMessages: typeof en.binSettingMessages = {
  title: 'Gelöschte Aliasse',
  description: 'Einen gelöschten Alias kennt niemand. Solange er im Papierkorb liegt, können Sie ihn wiederherstellen.',
  label: 'Gelöschte Aliasse aufbewahren',
  choice: (days) => (days === 0 ? 'Gar nicht: sofort weg' : count(days, 'Tag lang', 'Tage lang')),
  hint: 'Für Aliasse, die Sie ab jetzt löschen. Für die im Papierkorb bleibt es bei ihrem Tag.',
  failure: 'Wie lange gelöschte Aliasse bleiben, konnte nicht geändert werden',
};
