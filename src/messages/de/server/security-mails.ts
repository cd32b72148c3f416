import { createSecurityMail } from '#messages/server/security-mails.ts';
import { countText, durationText } from '#messages-de/quantities.ts';
import { securityEventText, securitySubject } from '#messages-de/security-events.ts';

export const securityMail = createSecurityMail({
  event: securityEventText,
  subject: securitySubject,
  repeated: (from, to, times) => `${from} bis ${to}, ${countText(times)}-mal`,
  happened: 'Das geschah mit dem Kauke-Konto, das E-Mails an dieses Postfach weiterleitet:',
  more: (lines) => `Und ${countText(lines)} weitere: Die Einstellungen des Kontos führen sie auf.`,
  fine: 'Wenn Sie das waren, brauchen Sie nichts zu tun.',
  notMe:
    'Wenn Sie es nicht waren: Öffnen Sie diesen Link und sperren Sie alles. Niemand kommt dann ohne neues Passwort oder Ihren Passkey, Ihre Wallet oder Ihr Google-Konto hinein, und nichts wird gesendet.',
  life: (lifeMs) => `Der Link gilt innerhalb von ${durationText(lifeMs)}. Er kann das Konto sperren und sonst nichts.`,
});
