import type * as en from '#messages/server/domains.ts';

export const domainAnswers: typeof en.domainAnswers = {
  claimed: (name) => `${name} pridėtas. Paskelbkite įrašus, tada juos patikrinkite.`,
  given: (name) => `${name} yra jūsų.`,
  verified: 'Jūsų domenas patikrintas',
  unverified: 'Dar ne viskas paskelbta. DNS gali užtrukti valandą.',
  changed: 'Domenas pakeistas',
  removed: 'Domenas pašalintas',
  invited: 'Kvietimas sukurtas',
  joined: (name) => `Dabar galite kurti slapyvardžius domene ${name}`,
  roleGiven: (address) => `Dabar ${address} yra domeno savininko`,
  memberRemoved: 'Narys pašalintas',
};

export const domainFaults: typeof en.domainFaults = {
  noName: 'Tai ne domeno vardas.',
  oneLabel: 'Domeną sudaro bent dvi dalys, pavyzdžiui, example.org.',
  reserved: 'Šis vardas neduodamas. Pasirinkite kitą, iš trijų ar daugiau raidžių.',
  ours: 'Šis vardas priklauso šiai paslaugai.',
  notOffered: 'Domenų čia atsinešti negalima.',
  publicSuffix: 'Po tokiu vardu registruotis gali visi. Atsineškite savo.',
};

export const domainWords: typeof en.domainWords = {
  noAnswer: 'DNS neatsakė',
  formerOwner: 'Buvęs savininkas',
};
