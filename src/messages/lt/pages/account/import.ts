import type * as en from '#messages/pages/account/import.ts';
import { count, countText } from '#messages-lt/quantities.ts';

const aliasForms = ['slapyvardis', 'slapyvardžiai', 'slapyvardžių'] as const;
/** Behind „iš“. */
const rowForms = ['eilutės', 'eilučių', 'eilučių'] as const;

export const importMessages: typeof en.importMessages = {
  title: 'Importas',
  description:
    'Slapyvardžiai iš mūsų, „SimpleLogin“ arba „addy.io“ CSV failo. Mūsų faile yra ir domenai bei taisyklės. Pirma pamatysite, kas būtų padaryta.',
  file: 'CSV failas',
  domain: 'Domenas',
  domainHint: 'Vardams iš domenų, kurių čia nėra.',
  forwardTo: 'Persiųsti į',
  forwardToHint: 'Eilutėms, kuriose nenurodyta pašto dėžutė.',
  check: 'Patikrinti failą',
  checking: 'Skaitoma…',
  tooLarge: 'Failas per didelis',
  tooLargeDescription: (mebibytes) => `Failas didesnis nei ${mebibytes} MiB. Padalykite jį.`,
  failed: 'Importuoti nepavyko',
  failure: 'Failo perskaityti nepavyko',
  done: 'Importuota',
  doneDescription: (created) => (created === 0 ? 'Domenai ir taisyklės' : `Sukurta: ${count(created, ...aliasForms)}`),
  wouldDo: (created, skipped) => `Būtų sukurta ${created}, praleista ${skipped}.`,
  did: (created, skipped) => `Sukurta ${created}, praleista ${skipped}.`,
  rows: 'Failo eilutės',
  row: 'Eilutė',
  alias: 'Slapyvardis',
  outcome: 'Rezultatas',
  outcomes: {
    created: 'Naujas',
    exists: 'Jau jūsų',
    taken: 'Faile du kartus',
    reserved: 'Neprieinamas',
    invalid: 'Netinkamas',
  },
  moreRows: (total) => `Ir dar ${count(total, 'eilutė', 'eilutės', 'eilučių')}.`,
  import: (total) =>
    total === 0
      ? 'Importuoti domenus ir taisykles'
      : `Importuoti ${count(total, 'slapyvardį', 'slapyvardžius', 'slapyvardžių')}`,
  checked: (done, all) => `Patikrinta ${countText(done)} iš ${count(all, ...rowForms)}`,
  imported: (done, all) => `Importuota ${countText(done)} iš ${count(all, ...rowForms)}`,
  stop: 'Sustabdyti',
  stopping: 'Stabdoma…',
  goOn: 'Tęsti',
  broken: 'Sustota viduryje. Kas sukurta, išlieka. Tęsiama nuo ten, kur sustota, ir niekas nesukuriama du kartus.',
  brokenBefore: (name, done, all) =>
    `Failo ${name} importas sustojo: importuota ${countText(done)} iš ${count(all, ...rowForms)}. Norėdami tęsti, pasirinkite failą dar kartą: kas jau jūsų, liks kaip yra.`,
  longRow: (line) => `Eilutė, prasidedanti failo ${line}-oje eilutėje, per ilga. Ar joje nėra neuždarytų kabučių?`,
  saveRows: 'Išsaugoti visas eilutes CSV faile',
  rowsFile: 'kauke-import.csv',
  importing: 'Importuojama…',
};
