import type * as en from '#messages/pages/lives/lives.ts';
import { count } from '#messages-de/quantities.ts';

export const lifeMessages: typeof en.lifeMessages = {
  labels: 'Labels',
  labelsHint: 'Durch Kommas getrennt. Verschlüsselt gespeichert; nur Sie sehen sie.',
  labelsOf: (address) => `Labels von ${address}`,
  expiresAt: 'Endet am',
  expiresAtHint: 'Am Ende dieses Tages.',
  maxMessages: 'Endet nach E-Mails',
  maxMessagesHint: 'Der Alias endet nach so vielen E-Mails.',
  idleDays: 'Endet nach Tagen ohne E-Mails',
  idleDaysHint: 'Solange das eingestellt ist, merken wir uns den Tag der letzten E-Mail und sonst nichts.',
  empty: 'Leer lassen für nie.',
  never: 'Nie',
  endsOn: (day) => `Endet am ${day}`,
  messagesLeft: (left) => `Endet nach ${count(left, 'weiteren E-Mail', 'weiteren E-Mails')}`,
  idle: (days) => `Endet nach ${count(days, 'Tag', 'Tagen')} ohne E-Mails`,
  ended: {
    date: 'Zu Ende durch sein Datum',
    count: 'Zu Ende: Er hat seine letzte E-Mail angenommen',
    idle: 'Zu Ende nach Tagen ohne E-Mails',
  },
  endedMeans: 'Absender erfahren, dass es diese Adresse nicht gibt.',
  goOn: 'Weiterlaufen lassen',
  going: 'Wird gespeichert …',
  wentOn: 'Alias läuft weiter',
  wentOnDescription: (address) => `${address} nimmt wieder E-Mails an, ohne dieses Ende.`,
  notChanged: 'Nicht geändert',
  failure: 'Der Alias konnte nicht geändert werden',
};

export const copiesMessages: typeof en.copiesMessages = {
  label: 'Antworten an die anderen Postfächer kopieren',
  text: 'Was eines von ihnen über diesen Alias sendet, sehen auch die anderen, ohne zu erfahren, wer geschrieben hat.',
};

export const countMessages: typeof en.countMessages = {
  title: 'E-Mails nach Tagen',
  loading: 'Zahlen werden geladen …',
  notLoaded: 'Die Zahlen konnten nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',
  none: 'Noch nichts gezählt.',
  off: 'Es wird nichts gezählt.',
  toSettings: 'In den Einstellungen zählen lassen',
  before: 'Davor',
  total: 'Zusammen',
  columns: {
    day: 'Tag',
    forwarded: 'Weitergeleitet',
    dropped: 'Verworfen',
    held: 'Zurückgehalten',
    replied: 'Gesendet',
  },
};

export const countSettingMessages: typeof en.countSettingMessages = {
  title: 'Zahlen',
  description: 'Wie viele E-Mails Ihre Aliasse bekommen. Aus, solange Sie es nicht wünschen.',
  label: 'E-Mails meiner Aliasse zählen',
  text: 'Eine Zahl pro Tag und Alias, 30 Tage lang, danach eine Summe: keine Uhrzeit, kein Absender und nichts für den Betreiber. Beim Ausschalten wird alles gelöscht.',
  failure: 'Das Zählen der E-Mails konnte nicht geändert werden',
};
