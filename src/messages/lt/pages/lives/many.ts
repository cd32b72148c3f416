import type * as en from '#messages/pages/lives/many.ts';
import { count, countText } from '#messages-lt/quantities.ts';

/** „Pakeista: 1 slapyvardis“. */
function aliases(total: number): string {
  return count(total, 'slapyvardis', 'slapyvardžiai', 'slapyvardžių');
}

/** „Nepavyko pakeisti 1 slapyvardžio“. */
function ofAliases(total: number): string {
  return count(total, 'slapyvardžio', 'slapyvardžių', 'slapyvardžių');
}

export const manyMessages: typeof en.manyMessages = {
  selectFound: (total) => `Pasirinkti visus rastus (${countText(total)})`,
  clear: 'Panaikinti pasirinkimą',
  actions: 'Ką daryti su pasirinktais',
  pause: 'Sustabdyti',
  resume: 'Įjungti',
  inbox: 'Keisti pašto dėžutę',
  label: 'Keisti žymas',
  end: 'Nustatyti pabaigą',
  export: 'Eksportuoti',
  remove: 'Ištrinti',
  working: 'Vykdoma…',
  progress: (done, total) => `Atlikta ${countText(done)} iš ${countText(total)}…`,
  apply: 'Taikyti',
  cancel: 'Atsisakyti',
  done: {
    pause: 'Slapyvardžiai sustabdyti',
    resume: 'Slapyvardžiai įjungti',
    inbox: 'Pašto dėžutė pakeista',
    label: 'Žymos pakeistos',
    end: 'Pabaiga pakeista',
    remove: 'Slapyvardžiai ištrinti',
    export: 'Slapyvardžiai eksportuoti',
  },
  changed: (total) => `Pakeista: ${aliases(total)}.`,
  deleted: (total) => `Ištrinta: ${aliases(total)}.`,
  unchanged: 'Niekas nepakeista',
  unchangedDescription: 'Taip jau buvo.',
  notChanged: (total, reason) => `Nepavyko pakeisti ${ofAliases(total)}: ${reason}`,
  inPart: 'Pakeisti ne visi',
  stopped: (done, total, reason) => `Apdorota ${countText(done)} iš ${countText(total)}, toliau nepavyko: ${reason}`,
  failure: 'Šių slapyvardžių pakeisti nepavyko',
  skipped: (total) => `Nepavyko pakeisti ${ofAliases(total)}:`,
  more: (total) => `ir dar ${countText(total)}`,
  hideSkipped: 'Slėpti',
  inboxTitle: (total) => `Keisti ${ofAliases(total)} pašto dėžutę`,
  inboxDescription: 'Tai, ką čia nurodysite, pakeis dabartines jų pašto dėžutes ir webhook adresus.',
  known: 'Naudoti vieną iš turimų:',
  use: (inbox) => `Naudoti ${inbox}`,
  labelTitle: (total) => `Keisti ${ofAliases(total)} žymas`,
  labelDescription: 'Ką pažymėsite, gaus visi; ką atžymėsite, bus nuimta nuo visų.',
  labels: 'Žymos',
  onSome: (name, some) => `${name} (turi ${countText(some)})`,
  newLabels: 'Naujos žymos',
  newLabelsHint: 'Atskirkite kableliais. Saugomos užšifruotos; matote tik jūs.',
  labelNothing: 'Pažymėkite arba atžymėkite žymą arba įveskite naują',
  endTitle: (total) => `Nustatyti ${ofAliases(total)} pabaigą`,
  endDescription: 'Kai ji ateina, siuntėjams sakoma, kad tokio adreso nėra. Kitos nustatytos pabaigos lieka.',
  ends: {
    expiresAt: 'Tam tikrą dieną',
    maxMessages: 'Po tam tikro laiškų skaičiaus',
    idleDays: 'Po tam tikro dienų be laiškų skaičiaus',
    never: 'Niekada: panaikinti visas pabaigas',
  },
  endKind: 'Jie baigiasi',
  fields: { expiresAt: 'Paskutinė diena', maxMessages: 'Laiškų nuo šiol', idleDays: 'Dienų be laiškų' },
  idleHint: 'Kol tai nustatyta, įsimename paskutinio laiško dieną ir nieko daugiau.',
  removeQuestion: (total) => `Ištrinti ${count(total, 'slapyvardį', 'slapyvardžius', 'slapyvardžių')}?`,
  removeHidden: (total) => `Iš jų dėl paieškos ir filtrų nerodoma: ${countText(total)}.`,
  removeDescription: 'Nuo šiol jiems skirti laiškai bus atmetami.',
  binned: (days) =>
    days === 0
      ? 'Jūsų paskyroje šiukšlinės nėra, todėl to atšaukti negalima; adresus galėsite sukurti iš naujo.'
      : `Jie ${count(days, 'dieną', 'dienas', 'dienų')} liks šiukšlinėje, iš kur galėsite juos atkurti. Jų SMTP slaptažodžiai nebegrįš.`,
  keep: 'Palikti',
  confirmRemove: (total) => `Ištrinti ${countText(total)}`,
  file: 'kauke-pasirinkti-slapyvardziai.csv',
  exported: (total) =>
    `Į failą išsaugota: ${aliases(total)}. Jį skaito importas, esantis nustatymuose. Siuntėjų taisyklių jame nėra.`,
};

export const labelMessages: typeof en.labelMessages = {
  title: 'Žymos',
  description: 'Saugomos užšifruotos: matote tik jūs. Paskyroje jų gali būti ne daugiau kaip 100.',
  back: 'Grįžti prie slapyvardžių',
  loading: 'Žymos įkeliamos…',
  none: 'Žymų dar nėra. Pridėkite jų slapyvardžiams, ir jos atsiras čia.',
  notLoaded: 'Jūsų žymų įkelti nepavyko.',
  found: aliases,
  rename: (name) => `Pervadinti ${name}`,
  newName: (name) => `Naujas žymos ${name} pavadinimas`,
  save: 'Įrašyti',
  cancel: 'Atsisakyti',
  remove: 'Ištrinti',
  deleteLabel: (name) => `Ištrinti žymą ${name}`,
  deleteQuestion: (name) => `Ištrinti žymą „${name}“?`,
  deleteDescription: (total) =>
    total === 0
      ? 'Jos neturi nė vienas slapyvardis.'
      : `Ji bus nuimta nuo ${ofAliases(total)}. Niekas kitas nesikeičia.`,
  deleting: 'Trinama…',
  deleted: 'Žyma ištrinta',
  renamed: 'Žyma pervadinta',
  failed: 'Niekas nepakeista',
  failure: 'Šios žymos pakeisti nepavyko',
};
