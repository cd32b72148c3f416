import type * as en from '#messages/life-faults.ts';
import { count } from './quantities.ts';

export const lifeFaultTexts: typeof en.lifeFaultTexts = {
  labelRequired: 'Žymai reikia pavadinimo',
  labelTooLong: (max) => `Žymoje gali būti ne daugiau kaip ${count(max, 'simbolis', 'simboliai', 'simbolių')}`,
  labelInvalid: 'Žymoje negali būti kablelių',
  tooManyLabels: (max) => `Paskyra gali turėti ne daugiau kaip ${count(max, 'žymą', 'žymas', 'žymų')}`,
  expiry: (years) => `Laikas turi būti nuo dabar, per ${count(years, 'metus', 'metus', 'metų')}`,
  maxMessages: (max) => `Turi būti nuo 1 iki ${count(max, 'laiško', 'laiškų', 'laiškų')}`,
  idleDays: (max) => `Turi būti nuo 1 iki ${count(max, 'dienos', 'dienų', 'dienų')}`,
  notOffered: 'Persiuntimo teikėjas negali pats baigti slapyvardžių',
  countsNotOffered: 'Šios paslaugos laiškai persiunčiami kitur, todėl čia jų suskaičiuoti negalima',
  brokenText: 'Negali būti sugadintų simbolių',
  idsOrFilter: 'Nurodykite slapyvardžius arba filtrą, kuris juos randa',
  tooManyIds: (max) =>
    `Vienu pakeitimu galima nurodyti ne daugiau kaip ${count(max, 'slapyvardį', 'slapyvardžius', 'slapyvardžių')}`,
  nothingChanged: 'Reikia nurodyti bent vieną pakeitimą',
  deletedAlone: 'Trynimas ir atkūrimas negali būti kartu su kitu pakeitimu',
};
