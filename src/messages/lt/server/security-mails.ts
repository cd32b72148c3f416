import { createSecurityMail } from '#messages/server/security-mails.ts';
import { count, durationText } from '#messages-lt/quantities.ts';
import { securityEventText, securitySubject } from '#messages-lt/security-events.ts';

export const securityMail = createSecurityMail({
  event: securityEventText,
  subject: securitySubject,
  repeated: (from, to, times) => `${from} – ${to}, ${count(times, 'kartą', 'kartus', 'kartų')}`,
  happened: 'Tai nutiko „Kauke“ paskyrai, kuri persiunčia laiškus į šią pašto dėžutę:',
  more: (lines) => `Ir dar ${count(lines, 'įvykis', 'įvykiai', 'įvykių')}: jie surašyti paskyros nustatymuose.`,
  fine: 'Jei tai buvote jūs, nieko daryti nereikia.',
  notMe:
    'Jei tai buvote ne jūs: atverkite šią nuorodą ir užrakinkite viską. Tada niekas nepateks be naujo slaptažodžio arba jūsų prieigos rakto, piniginės ar „Google“ paskyros, ir nieko nebus siunčiama.',
  life: (lifeMs) => `Nuoroda galioja ${durationText(lifeMs)}. Ji gali užrakinti paskyrą ir nieko daugiau.`,
});
