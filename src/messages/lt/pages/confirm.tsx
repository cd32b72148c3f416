import type * as en from '#messages/pages/confirm.tsx';
import { count } from '#messages-lt/quantities.ts';

export const confirmMessages: typeof en.confirmMessages = {
  tryAgain: 'Bandyti dar kartą',
  notChecked: 'Nuorodos patikrinti nepavyko',
  notCheckedDescription: 'Serveris neatsakė. Jūsų nuoroda tebegalioja.',
  unusable: 'Ši nuoroda nebeveikia',
  unusableDescription: (days) =>
    `Ji nebegalioja arba nukopijuota ne visa. Patvirtinimo nuoroda atsakymo laukia ${count(days, 'dieną', 'dienas', 'dienų')}. Jei jos prašėte, naują išsiųskite iš pradžios skydelio.`,
  noAnswer: 'Serveris neatsakė. Bandykite dar kartą.',
  stopped: 'Persiuntimas sustabdytas',
  stoppedDescription: (address, mark) => (
    <>Į {mark(address)} niekas nepersiunčiama, ir šios pašto dėžutės daugiau neklausime.</>
  ),
  question: 'Persiųsti laiškus į šią pašto dėžutę?',
  inbox: 'Pašto dėžutė',
  askedBy: 'Prašo',
  explanation:
    'Jei patvirtinsite, šios paskyros slapyvardžiams skirti laiškai galės būti persiunčiami jums. Ta pačia nuoroda bet kada galėsite tai sustabdyti.',
  confirm: 'Patvirtinti šią pašto dėžutę',
  confirming: 'Tvirtinama…',
  notMe: 'Tai buvau ne aš',
  failed: 'Patvirtinti nepavyko',
  confirmed: 'Pašto dėžutė patvirtinta',
  confirmedDescription: (account, address, mark) => (
    <>
      Laiškai paskyros {account} slapyvardžiams dabar persiunčiami į {mark(address)}.
    </>
  ),
  toDashboard: 'Į pradžios skydelį',
  refusal: {
    question: 'Niekada nepersiųsti į šią pašto dėžutę?',
    description: (address) =>
      `Jokia „Kauke“ paskyra negalės persiųsti laiškų į ${address} nei dar kartą prašyti. To atšaukti negalima.`,
    stop: 'Užblokuoti dėžutę',
    stopping: 'Blokuojama…',
    notStopped: 'Neužblokuota',
  },
  end: {
    question: 'Sustabdyti persiuntimą visam laikui?',
    description: (address) =>
      `Jokia „Kauke“ paskyra nebepersiųs laiškų į ${address} ir nebegalės dar kartą prašyti. To atšaukti negalima.`,
    stop: 'Sustabdyti persiuntimą',
    stopping: 'Stabdoma…',
    notStopped: 'Nesustabdyta',
  },
  cancel: 'Atsisakyti',
};
