import type * as en from '#messages/server/test-message.ts';

export const testMessage: typeof en.testMessage = {
  subject: 'Eine Testmail für Ihren Alias',
  hello: 'Guten Tag,',
  sentTo: (alias) => `diese E-Mail wurde an ${alias} gesendet.`,
  works: 'Wenn Sie sie lesen können, klappt die Weiterleitung: Der Absender kennt den Alias und sonst nichts.',
  attachment: 'Ein Anhang kommt an, wie er gesendet wurde.',
};
