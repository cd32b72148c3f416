import type * as en from '#messages/pages/account/mail-programs.ts';

export const mailProgramMessages: typeof en.mailProgramMessages = {
  title: 'Pašto programos',
  description:
    'Vienas slaptažodis, kuriuo siunčiama kiekvieno jūsų įjungto slapyvardžio vardu: kiekvieną programoje pridėkite kaip siuntėją. Kas jį turi, rašo visų jų vardu; slapyvardis savo meniu gali turėti ir atskirą slaptažodį.',
  all: 'Visi slapyvardžiai',
  ofDomain: (name) => `Slapyvardžiai domene ${name}`,
  domainsNotLoaded: 'Nepavyko įkelti jūsų domenų: norėdami slaptažodžio vienam iš jų, įkelkite puslapį iš naujo.',
  which: 'Siunčia kaip',
  use: (username, since) => `Naudotojo vardas ${username}, nuo ${since}`,
  create: 'Sukurti slaptažodį',
  creating: 'Kuriama...',
  createFailure: 'Nepavyko sukurti slaptažodžio',
  guide: 'Kaip nustatyti pašto programą',
  renew: 'Naujas slaptažodis',
  renewOf: (name) => `Naujas slaptažodis: ${name}`,
  renewTitle: 'Sukurti naują slaptažodį?',
  renewDescription: 'Tas, kurį jūsų pašto programos naudoja dabar, iškart nustos veikti.',
  renewing: 'Kuriama...',
  renewFailure: 'Nepavyko sukurti naujo slaptažodžio',
  keep: 'Palikti',
  remove: 'Ištrinti',
  removeOf: (name) => `Ištrinti slaptažodį: ${name}`,
  removeTitle: (name) => `Ištrinti slaptažodį: ${name}?`,
  removeDescription:
    'Jokia pašto programa juo nebegalės siųsti. Laiškai jūsų slapyvardžiams persiunčiami kaip anksčiau.',
  removing: 'Trinama...',
  removeFailure: 'Nepavyko ištrinti slaptažodžio',
  newTitle: 'Jūsų naujas slaptažodis',
  newDescription: 'Įrašykite tai į savo pašto programą: slaptažodis daugiau nebus rodomas.',
  username: 'Naudotojo vardas',
  password: 'Slaptažodis',
  server: 'Serveris',
  ports: (port, sslPort) => `${port} prievadas su STARTTLS arba ${sslPort} su TLS.`,
  keptIt: 'Išsaugojau',
};

export const appleMessages: typeof en.appleMessages = {
  open: '„Apple“ įrenginiai',
  title: 'Nustatyti „iPhone“, „iPad“ arba „Mac“',
  description:
    'Išsaugo profilį programai „Mail“: paskyrą, kuri skaito jūsų įprastą pašto dėžutę ir siunčia vieno slapyvardžio vardu. Jis sukuriamas šiame puslapyje ir slaptažodžio neturi: įrenginys paprašys jūsų dėžutės slaptažodžio ir šio. Viskas, į ką atsakysite iš tos paskyros, bus išsiųsta slapyvardžio vardu, taip pat ir įprasti jūsų laiškai.',
  sender: 'Slapyvardis, kurio vardu siunčiama',
  host: 'Jūsų dėžutės gaunamų laiškų serveris',
  hostHint:
    'Jį nurodo jūsų paslaugos teikėjas prie IMAP, pavyzdžiui, imap.example.com. Jis turi leisti programoms prisijungti su slaptažodžiu.',
  noHost: 'Įveskite serverio vardą',
  username: 'Jūsų dėžutės naudotojo vardas',
  usernameHint: 'Dažniausiai jos adresas.',
  noUsername: 'Įveskite naudotojo vardą',
  save: 'Išsaugoti profilį',
  saving: 'Išsaugoma...',
  failure: 'Profilio sukurti nepavyko',
  file: 'kauke.mobileconfig',
  saved: 'Išsaugota: atverkite failą įrenginyje',
};
