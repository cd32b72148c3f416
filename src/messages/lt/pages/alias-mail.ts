import type * as en from '#messages/pages/alias-mail.ts';

export const contactMessages: typeof en.contactMessages = {
  title: 'Parašyti kam nors',
  description: 'Gaukite adresą, kuriuo šiuo slapyvardžiu pasieksite žmogų. Čia jį galite ir užblokuoti.',
  noList: 'Sąrašo nėra: kontaktai saugomi taip, kad niekas negali perskaityti, kas jie.',
  address: 'Jo el. pašto adresas',
  get: 'Gauti atvirkštinį adresą',
  getting: 'Gaunama…',
  notMade: 'Nesukurta',
  failure: 'Atvirkštinio adreso sukurti nepavyko',
  copy: (address) => `Kopijuoti ${address} atvirkštinį adresą`,
  blocked: 'Užblokuota',
  blockedDescription: 'Jo laiškai išmetami, jam nepranešama. Jam rašyti negalite.',
  reaches: (alias) => `Laiškas, išsiųstas šiuo adresu iš jūsų dėžutės, pasieks jį iš ${alias}.`,
  block: 'Blokuoti',
  blocking: 'Blokuojama…',
  blockOne: (address) => `Blokuoti ${address}`,
  unblock: 'Nebeblokuoti',
  unblocking: 'Atblokuojama…',
  unblockOne: (address) => `Nebeblokuoti ${address}`,
  notChanged: 'Nepakeista',
  changeFailure: 'Siuntėjo blokavimo pakeisti nepavyko',
};

export const handlingMessages: typeof en.handlingMessages = {
  title: 'Kaip tvarkomi laiškai',
  loading: 'Nustatymai įkeliami…',
  notLoaded: 'Nustatymų įkelti nepavyko.',
  tryAgain: 'Bandyti dar kartą',
  notSaved: 'Neišsaugota',
  failure: 'Nustatymo išsaugoti nepavyko',
  transparent: {
    title: 'Skaidrusis režimas',
    text: 'Pasirašyti laiškai ateina nepakeisti, iš tikrojo siuntėjo.',
    warning: 'Jūsų atsakymai į juos aplenkia slapyvardį ir parodo tikrąjį jūsų adresą.',
  },
  cutThrough: {
    title: 'Prieš pristatant laiškus išsaugoti',
    text: 'Paslepia, kaip ir kaip greitai atsako jūsų pašto dėžutė, nes tai gali išduoti siuntėjams, kurie slapyvardžiai į ją veda. Iki pristatymo laiškai saugomi užšifruoti.',
  },
  autoReplies: {
    title: 'Išleisti automatinius atsakymus',
    text: 'Pranešimai apie nebuvimą nepažįstamiesiems pasako, kad adresas skaitomas.',
  },
  identityParts: {
    title: 'Išleisti jus išduodančius priedus',
    text: 'Parašai, raktai ir dokumentų savybės gali išduoti jūsų vardą. Kol tai išjungta, tokie laiškai nesiunčiami.',
  },
  encryptedReplies: {
    title: 'Išleisti šifruotus atsakymus',
    text: 'Kol tai išjungta, jūsų pašto programos užšifruotas atsakymas atmetamas.',
    warning:
      'Į tai, kas užšifruota, pažvelgti neįmanoma: viduje gali būti jūsų vardas ir adresas, o raktų, kuriems jis skirtas, numeriai matomi – taip pat ir jūsų, jei programa šifruoja ir jums.',
  },
  removeTrackers: {
    title: 'Pašalinti sekiklius',
    text: 'Iš persiunčiamų laiškų iškerpami paveikslėliai, pranešantys siuntėjams, kada skaitote, ir nuorodų dalys, pasakančios, kas spustelėjo. Pasirašytos ir užšifruotos dalys lieka.',
  },
  fromName: {
    label: 'Siuntėjo vardas',
    text: 'Rodomas šalia slapyvardžio jūsų siunčiamuose laiškuose vietoj vardo iš pašto programos. Jei paliksite tuščią, bus rodomas domeno vardas arba jokio vardo.',
    save: 'Išsaugoti',
    saving: 'Išsaugoma...',
    saved: 'Vardas išsaugotas',
  },
  inClear: {
    title: 'Persiųsti nešifruotus laiškus',
    text: 'Laiškai šiuo slapyvardžiu ateina tokie, kokie buvo, ir į pašto dėžutę, turinčią raktą.',
    warning: 'Jūsų pašto paslaugos teikėjas gali juos perskaityti.',
  },
  unsubscribe: {
    title: 'Prenumeratos atsisakymo mygtukas',
    text: 'Kas įvyksta, kai pašto programoje paspaudžiate „Atsisakyti prenumeratos“. Pasirinkus antrą arba trečią galimybę, šį mygtuką turi kiekvienas laiškas, o jo nuoroda veiksmą galima ir atšaukti.',
    wishes: {
      author: 'Tai, ko norėjo siuntėjas',
      pause: 'Pristabdyti šį slapyvardį',
      block: 'Blokuoti siuntėją',
    },
  },
};

export const otherSenderMessages: typeof en.otherSenderMessages = {
  alsoUsed: (day) => `Nuo ${day} naudoja ir kažkas kitas`,
  why: 'Parašė kažkas, kas anksčiau nerašė ir kam niekada nerašėte. Tas, kam davėte adresą, galėjo jį perduoti.',
  expect: 'Viskas gerai',
  expecting: 'Pažymima…',
  failure: 'Pažymėti nepavyko',
};
