import type * as en from '#messages/pages/docs.ts';

export const docsMessages: typeof en.docsMessages = {
  guides: 'Anleitungen',
  elsewhere:
    'Hier leitet ImprovMX die E-Mails weiter: Eine Antwort aus dem Postfach zeigt dessen Adresse, und ImprovMX führt eigene Protokolle. Was sonst anders ist, steht in einer anderen Anleitung:',
  notLoaded: 'Diese Anleitung wurde nicht geladen. Prüfen Sie Ihre Verbindung und öffnen Sie sie noch einmal.',
};
