import type * as en from '#messages/pages/lives/lives.ts';
import { count } from '#messages-lt/quantities.ts';

export const lifeMessages: typeof en.lifeMessages = {
  labels: 'Žymos',
  labelsHint: 'Atskirkite kableliais. Saugomos užšifruotos; matote tik jūs.',
  labelsOf: (address) => `${address} žymos`,
  expiresAt: 'Baigiasi',
  expiresAtHint: 'Tos dienos pabaigoje.',
  maxMessages: 'Baigiasi po laiškų',
  maxMessagesHint: 'Slapyvardis baigiasi gavęs tiek laiškų.',
  idleDays: 'Baigiasi po dienų be laiškų',
  idleDaysHint: 'Kol tai nustatyta, įsimename paskutinio laiško dieną ir nieko daugiau.',
  empty: 'Palikite tuščią, jei niekada.',
  never: 'Niekada',
  endsOn: (day) => `Baigiasi ${day}`,
  messagesLeft: (left) => `Baigsis po dar ${count(left, 'laiško', 'laiškų', 'laiškų')}`,
  idle: (days) => `Baigsis po ${count(days, 'dienos', 'dienų', 'dienų')} be laiškų`,
  ended: {
    date: 'Baigėsi nustatytą dieną',
    count: 'Baigėsi: priėmė paskutinį laišką',
    idle: 'Baigėsi: ilgai negavo laiškų',
  },
  endedMeans: 'Siuntėjams sakoma, kad tokio adreso nėra.',
  goOn: 'Tęsti',
  going: 'Įrašoma…',
  wentOn: 'Slapyvardis tęsiamas',
  wentOnDescription: (address) => `${address} vėl priima laiškus, be tos pabaigos.`,
  notChanged: 'Nepakeista',
  failure: 'Slapyvardžio pakeisti nepavyko',
};

export const copiesMessages: typeof en.copiesMessages = {
  label: 'Kopijuoti atsakymus į kitas pašto dėžutes',
  text: 'Ką viena jų siunčia šiuo slapyvardžiu, mato ir kitos, bet nesužino, kuri rašė.',
};

export const countMessages: typeof en.countMessages = {
  title: 'Laiškai pagal dienas',
  loading: 'Skaičiai įkeliami…',
  notLoaded: 'Skaičių įkelti nepavyko.',
  tryAgain: 'Bandyti dar kartą',
  none: 'Dar nieko nesuskaičiuota.',
  off: 'Niekas neskaičiuojama.',
  toSettings: 'Įjungti skaičiavimą nustatymuose',
  before: 'Anksčiau',
  total: 'Iš viso',
  columns: { day: 'Diena', forwarded: 'Persiųsta', dropped: 'Išmesta', held: 'Sulaikyta', replied: 'Išsiųsta' },
};

export const countSettingMessages: typeof en.countSettingMessages = {
  title: 'Skaičiai',
  description: 'Kiek laiškų gauna jūsų slapyvardžiai. Išjungta, kol patys neįjungiate.',
  label: 'Skaičiuoti mano slapyvardžių laiškus',
  text: 'Vienas skaičius per dieną kiekvienam slapyvardžiui 30 dienų, paskui viena suma: be paros laiko, be siuntėjo ir nieko operatoriui. Išjungus viskas ištrinama.',
  failure: 'Laiškų skaičiavimo pakeisti nepavyko',
};
