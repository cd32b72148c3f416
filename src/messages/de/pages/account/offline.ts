import type * as en from '#messages/pages/account/offline.ts';
import { count, countText } from '#messages-de/quantities.ts';

export const offlineMessages: typeof en.offlineMessages = {
  section: 'Ohne Verbindung',
  description: 'Die Adressen Ihrer Aliasse, zum Nachsehen oder Kopieren, wenn es kein Netz gibt.',
  label: 'Liste in diesem Browser behalten',
  text: (most, days) =>
    `Adressen und ihr Zustand, sonst nichts, bis zu ${countText(most)}, verschlüsselt mit einem Schlüssel, der sich nicht aus diesem Browser auslesen lässt. Gelöscht, wenn Sie sich abmelden, wenn die Sitzung endet oder nach ${days} Tagen ohne Verbindung.`,
  shared: 'Lassen Sie es auf einem Computer aus, den auch andere benutzen.',
  unable: 'Dieser Browser kann sie nicht behalten. Dazu braucht es https und Speicher, der nicht gesperrt ist.',
  kept: 'Die Liste wird behalten',
  keptText: 'Sie können Ihre Aliasse ohne Verbindung nachschlagen und kopieren.',
  failed: 'Die Liste wird nicht behalten',
  erased: 'Die Liste ist gelöscht',
  title: 'Ihre Aliasse, ohne Verbindung',
  savedAt: (time) => `Stand: ${time}. Ohne Verbindung lässt sich nichts ändern.`,
  nothing: 'Es gibt keine Verbindung',
  nothingText: (days) =>
    `In diesem Browser wird keine Liste behalten, oder sie war älter als ${days} Tage und ist gelöscht.`,
  search: 'Suchen',
  list: 'Aliasse',
  copy: (address) => `${address} kopieren`,
  found: (shown, all) =>
    shown === all ? count(all, 'Alias', 'Aliasse') : `${countText(shown)} von ${countText(all)} Aliassen`,
  none: 'Kein Alias gefunden.',
  more: (left) => `${count(left, 'weiterer Alias', 'weitere Aliasse')}. Suchen Sie danach.`,
  again: 'Verbindung versuchen',
};
