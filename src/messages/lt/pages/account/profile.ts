import type * as en from '#messages/pages/account/profile.ts';

export const profileDialogMessages: typeof en.profileDialogMessages = {
  title: 'Jūsų profilis',
  description: 'Viskas gali likti tuščia. Niekas kitas, išskyrus jus, to nemato.',
  firstName: 'Vardas',
  lastName: 'Pavardė',
  imageUrl: 'Kitur esančio paveikslėlio adresas',
  imageUrlHint: 'Saugomas toks, koks parašytas. Jo niekada neįkeliame.',
  save: 'Įrašyti',
  saving: 'Įrašoma…',
  saveFailure: 'Profilio išsaugoti nepavyko',
  fromGoogle: 'Paimti iš „Google“',
};

export const accountPictureMessages: typeof en.accountPictureMessages = {
  alt: 'Jūsų paveikslėlis',
  choose: 'Pasirinkti paveikslėlį',
  saving: 'Įrašoma…',
  remove: 'Pašalinti paveikslėlį',
  removing: 'Šalinama…',
  failure: 'Paveikslėlio pakeisti nepavyko',
  unreadable: 'Jūsų naršyklė negali perskaityti šio failo kaip paveikslėlio. Pasirinkite JPEG, PNG arba WebP.',
};
