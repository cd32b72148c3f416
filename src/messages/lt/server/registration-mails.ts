import { durationText } from '#messages-lt/quantities.ts';
import type * as en from '#messages/server/registration-mails.ts';

export const ownRegistrationMails: typeof en.ownRegistrationMails = {
  confirmAccount: (link, lifeMs, { code, lifeMs: codeMs }) => ({
    subject: 'Patvirtinkite šią pašto dėžutę',
    paragraphs: [
      'Kažkas programėlėje šiuo adresu atidarė „Kauke“ paskyrą.',
      `Jei tai buvote jūs, per ${durationText(codeMs)} įveskite joje šį kodą. Jis patvirtina paskyrą ir šią pašto dėžutę:`,
      code,
      `Arba per ${durationText(lifeMs)} atverkite šią nuorodą ir patvirtinkite:`,
      { link },
      'Jei tai buvote ne jūs, kodo niekam neduokite. Atverkite nuorodą ir pasirinkite „Tai buvau ne aš“. Daugiau jums neberašysime.',
      'Pasilikite šį laišką: ta pačia nuoroda vėliau galima ir sustabdyti persiuntimą.',
    ],
  }),
  approved: (link) => ({
    subject: 'Jūsų paskyra paruošta',
    paragraphs: [
      'Operatorius patvirtino jūsų „Kauke“ paskyrą. Prisijunkite ir sukurkite pirmąjį slapyvardį:',
      { link },
    ],
  }),
  refused: () => ({
    subject: 'Jūsų paskyra nepatvirtinta',
    paragraphs: [
      'Operatorius nepatvirtino „Kauke“ paskyros, sukurtos šiuo adresu. Ji ištrinta su viskuo, kas joje buvo.',
    ],
  }),
};
