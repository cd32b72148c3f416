import type * as en from '#messages/pages/passkeys.ts';

export const passkeySignInMessages: typeof en.passkeySignInMessages = {
  signIn: 'Prisijungti prieigos raktu',
  register: 'Sukurti su prieigos raktu',
  waiting: 'Laukiama prieigos rakto…',
  done: 'Prisijungta',
  registered: 'Paskyra sukurta',
  failed: 'Prieigos raktas nepanaudotas',
  failure: 'Veiksmas atšauktas arba šiai svetainei rakto čia nėra.',
  notMade: 'Veiksmas atšauktas arba naršyklė negalėjo sukurti rakto.',
  firstName: 'Prieigos raktas',
  lost: 'Praradote prieigos raktą? Naudokite atkūrimo kodą',
  recoverTitle: 'Prisijungti atkūrimo kodu',
  recoverDescription:
    'Tik paskyroms, turinčioms vien prieigos raktus. Kiti: prisijunkite slaptažodžiu ir įveskite kodą, kai jo bus paprašyta.',
  code: 'Atkūrimo kodas',
  submit: 'Prisijungti',
  submitting: 'Jungiamasi…',
  recovered: 'Nustatymuose pridėkite naują prieigos raktą.',
  recoverFailure: 'Kodo panaudoti nepavyko',
};

export const recoveryCodeMessages: typeof en.recoveryCodeMessages = {
  title: 'Jūsų atkūrimo kodai',
  besideFactor:
    'Kiekvienas veikia vieną kartą vietoj kodo iš programėlės ar prieigos rakto. Laikykite juos ten, kur laikote svarbius dokumentus: daugiau jie nebus rodomi.',
  alone:
    'Kiekvienas vieną kartą atveria jūsų paskyrą, jei prarastumėte prieigos raktus. Laikykite juos ten, kur laikote svarbius dokumentus: daugiau jie nebus rodomi, o be jų įleisti jūsų negalėsime.',
  file: 'kauke-atkurimo-kodai.txt',
  download: 'Atsisiųsti',
  keptThem: 'Išsisaugojau',
};

export const passkeyMessages: typeof en.passkeyMessages = {
  title: 'Prieigos raktai',
  explanation:
    'Prisijungiate pirštų atspaudu, veidu arba ekrano užraktu: jokio slaptažodžio, jokio kodo, nieko, ką būtų galima išvilioti.',
  add: 'Pridėti prieigos raktą',
  addOne: 'Pridėti dar vieną prieigos raktą',
  addDescription: 'Naršyklė paklaus, kur jį laikyti: šiame įrenginyje, slaptažodžių tvarkytuvėje ar saugos rakte.',
  addSubmit: 'Tęsti',
  adding: 'Laukiama prieigos rakto…',
  addFailure: 'Veiksmas atšauktas arba šis įrenginys jau turi raktą šiai paskyrai.',
  name: 'Pavadinimas',
  nameHint: 'Pavyzdžiui, „Telefonas“ arba „Mėlynas raktas“.',
  firstName: 'Prieigos raktas',
  loading: 'Prieigos raktai įkeliami…',
  notLoaded: 'Jūsų prieigos raktų įkelti nepavyko.',
  use: (synced, since, lastUsed) =>
    `${synced ? 'Slaptažodžių tvarkytuvėje' : 'Viename įrenginyje'}, nuo ${since}, ${lastUsed === null ? 'dar nenaudotas' : `paskutinį kartą naudotas ${lastUsed}`}`,
  rename: 'Pervadinti',
  renameOne: (name) => `Pervadinti ${name}`,
  renameTitle: 'Pervadinti šį prieigos raktą',
  renaming: 'Pervadinama…',
  renameFailure: 'Prieigos rakto pervadinti nepavyko',
  removeDescription: 'Jis nebeatvers šios paskyros. Ištrinkite jį ir savo įrenginyje, kitaip jis vis dar bus siūlomas.',
  notSupported: 'Ši naršyklė čia neturi prieigos raktų.',
};
