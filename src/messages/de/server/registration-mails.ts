import { durationText } from '#messages-de/quantities.ts';
import type * as en from '#messages/server/registration-mails.ts';

export const ownRegistrationMails: typeof en.ownRegistrationMails = {
  confirmAccount: (link, lifeMs, { code, lifeMs: codeMs }) => ({
    subject: 'Bestätigen Sie dieses Postfach',
    paragraphs: [
      'Jemand hat in einer App mit dieser Adresse ein Konto bei Kauke eröffnet.',
      `Wenn Sie das waren, geben Sie dort innerhalb von ${durationText(codeMs)} diesen Code ein. Er bestätigt das Konto und dieses Postfach:`,
      code,
      `Oder öffnen Sie innerhalb von ${durationText(lifeMs)} diesen Link und bestätigen Sie:`,
      { link },
      'Wenn Sie es nicht waren, geben Sie den Code niemandem. Öffnen Sie den Link und wählen Sie „Das war ich nicht“. Wir schreiben Ihnen dann nicht noch einmal.',
      'Bewahren Sie diese E-Mail auf: Mit dem Link können Sie die Weiterleitung später auch stoppen.',
    ],
  }),
  approved: (link) => ({
    subject: 'Ihr Konto ist bereit',
    paragraphs: [
      'Der Betreiber hat Ihr Kauke-Konto freigegeben. Melden Sie sich an und legen Sie Ihren ersten Alias an:',
      { link },
    ],
  }),
  refused: () => ({
    subject: 'Ihr Konto wurde nicht freigegeben',
    paragraphs: [
      'Der Betreiber hat das Kauke-Konto, das mit dieser Adresse angelegt wurde, nicht freigegeben. Es ist gelöscht, mit allem, was darin war.',
    ],
  }),
};
