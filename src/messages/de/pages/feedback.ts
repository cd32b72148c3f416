import type * as en from '#messages/pages/feedback.ts';

export const feedbackMessages: typeof en.feedbackMessages = {
  title: 'Feedback',
  description:
    'Es erreicht die Menschen, die diesen Dienst betreiben, ohne Ihren Namen. Geben Sie eine Adresse an, wenn Sie eine Antwort möchten.',
  message: 'Ihre Nachricht',
  empty: 'Bitte schreiben Sie zuerst etwas',
  cancel: 'Abbrechen',
  send: 'Feedback senden',
  sending: 'Wird gesendet …',
  sent: 'Feedback gesendet',
  notSent: 'Nicht gesendet',
  failure: 'Das Feedback konnte nicht gesendet werden',
};
