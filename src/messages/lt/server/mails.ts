import type * as en from '#messages/server/mails.ts';
import { count as counted, durationText, sizeText } from '#messages-lt/quantities.ts';

const meanings: readonly (readonly [status: RegExp, meaning: string])[] = [
  [/^4\./, 'Kelias dienas pašto serverio pasiekti nepavyko arba jis laiško nepriėmė.'],
  [/^5\.(?:7\.|1\.[78]$)/, 'Pašto serveris laišką atmetė pagal savo taisykles.'],
  [/^5\.1\./, 'Tokio adreso nėra.'],
  [/^5\.2\.2$/, 'Pašto dėžutė pilna.'],
  [/^5\.(?:3\.4|2\.3)$/, 'Laiškas per didelis.'],
  [/^5\.2\./, 'Pašto dėžutė laiškų nepriima.'],
  [/^5\.6\.3$/, 'Pašto serveris priima tik paprastą ASCII, o laiškas pasirašytas taip, kad jo keisti negalima.'],
];

export function explainStatus(status: string): string {
  return meanings.find(([form]) => form.test(status))?.[1] ?? 'Pašto serveris laišką atmetė.';
}

export const accountMails: typeof en.accountMails = {
  confirmInbox: (link, lifeMs) => ({
    subject: 'Patvirtinkite šią pašto dėžutę',
    paragraphs: [
      'Kažkas paprašė „Kauke“ persiųsti slapyvardžio laiškus į šią pašto dėžutę.',
      `Jei tai buvote jūs, per ${durationText(lifeMs)} atverkite šią nuorodą ir patvirtinkite:`,
      { link },
      'Jei tai buvote ne jūs, atverkite tą pačią nuorodą ir pasirinkite „Tai buvau ne aš“. Daugiau jums neberašysime.',
      'Pasilikite šį laišką: ta pačia nuoroda vėliau galima ir sustabdyti persiuntimą.',
    ],
  }),
  resetPassword: (link, lifeMs, verified) => ({
    subject: 'Susikurkite naują slaptažodį',
    paragraphs: [
      'Kažkas paprašė naujo slaptažodžio šio adreso „Kauke“ paskyrai.',
      `Jei tai buvote jūs, per ${durationText(lifeMs)} atverkite šią nuorodą:`,
      { link },
      ...(verified
        ? []
        : [
            'Šis adresas tai paskyrai niekada nebuvo patvirtintas. Kad niekas, galbūt ją sukūręs jūsų vardu, neišlaikytų prieigos, ' +
              'su nauju slaptažodžiu pradedama nauja paskyra, be dabartinės slapyvardžių.',
          ]),
      'Jei tai buvote ne jūs, nieko nedarykite: slaptažodis liks toks, koks yra.',
    ],
  }),
  triedToRegister: (link) => ({
    subject: 'Kažkas bandė registruotis jūsų adresu',
    paragraphs: [
      'Kažkas bandė sukurti „Kauke“ paskyrą šiuo adresu, nors paskyra jau yra.',
      'Jei tai buvote jūs, prisijunkite čia arba pasirinkite „Pamiršote slaptažodį?“:',
      { link },
      'Jei tai buvote ne jūs, nieko nedarykite: niekas neatverta ir niekas nepakeista. Apie tai pranešame ne dažniau kaip kartą per dieną.',
    ],
  }),
  secondFactorLink: (link, { waitMs, lifeMs }) => ({
    subject: 'Antrojo veiksnio išjungimas',
    paragraphs: [
      'Kažkas, žinantis „Kauke“ paskyros su šiuo adresu slaptažodį, įvedė per daug neteisingų kodų ir paprašė išjungti jos antrąjį veiksnį.',
      `Jei tai buvote jūs, atverkite šią nuorodą praėjus tiek laiko: ${durationText(waitMs)}. Nuo dabar ji galioja ${durationText(lifeMs)}:`,
      { link },
      'Jei tai buvote ne jūs, atverkite nuorodą dabar, pasirinkite „Tai buvau ne aš“ ir pakeiskite tos paskyros slaptažodį, jei ji jūsų: kažkas jį žino.',
    ],
  }),
  secondFactorWarning: (link, waitMs) => ({
    subject: 'Netrukus bus išjungtas antrasis veiksnys',
    paragraphs: [
      'Kažkas, žinantis „Kauke“ paskyros, kuri galbūt persiunčia laiškus į šią pašto dėžutę, slaptažodį, paprašė išjungti jos antrąjį veiksnį.',
      `Jei tai jūsų paskyra ir tai buvote ne jūs, per ${durationText(waitMs)} atverkite šią nuorodą ir pasirinkite „Tai buvau ne aš“:`,
      { link },
      'Tada pakeiskite paskyros slaptažodį: kažkas jį žino.',
    ],
  }),
  feedback: (paragraphs) => ({
    subject: 'Atsiliepimas',
    paragraphs: ['Kažkas jums parašė per atsiliepimo mygtuką:', ...paragraphs],
  }),
  webhookOff: (host, { reason, keptMs, link }) => ({
    subject: 'Webhook adresas išjungtas',
    paragraphs: [
      `Laiškų jūsų webhook adresu serveryje ${host} nebesiunčiame. ${reason}`,
      `Kas jam jau laukia, saugoma iki tol, kol praeis ${durationText(keptMs)}. Vėl įjungti jį galite nustatymuose:`,
      { link },
    ],
  }),
  webhookGone: 'Jis atsakė 410, tai yra paprašė nieko nebesiųsti.',
  webhookFailing: (patienceMs) => `Jis nepriėmė nė vieno laiško ${durationText(patienceMs)}.`,
};

export const failureMails: typeof en.failureMails = {
  failedTarget: (link, target, { status, late }) => ({
    subject: late
      ? 'Pašto dėžutė už jūsų slapyvardžių grąžina laiškus'
      : 'Pašto dėžutė už jūsų slapyvardžių atmeta laiškus',
    paragraphs: [
      `${target} kelis kartus ${late ? 'priėmė jūsų slapyvardžių laiškus ir juos grąžino' : 'atmetė jūsų slapyvardžių laiškus'}. ${explainStatus(status)} (${status})`,
      'Laiškus į ją vis dar bandoma pristatyti. Pakeiskite slapyvardžius, kurie į ją persiunčia, arba sutvarkykite dėžutę:',
      { link },
    ],
  }),
  failedForward: (link, alias, status) => ({
    subject: 'Dingo laiškas, skirtas vienam jūsų slapyvardžių',
    paragraphs: [
      `Laiško, skirto ${alias}, nepavyko pristatyti į nė vieną paskirties vietą. ${explainStatus(status)} (${status})`,
      'Siuntėjui pranešti nebuvo galima, nes neaišku, kas jis. Laiškas ištrintas.',
      { link },
    ],
  }),
  failedCopy: (link, alias, status) => ({
    subject: 'Jūsų laiško kopija nepristatyta',
    paragraphs: [
      `Tai, ką išsiuntėte iš ${alias}, išsiųsta, bet kopija nepasiekė nė vienos kitos jūsų pašto dėžutės. ${explainStatus(status)} (${status})`,
      { link },
    ],
  }),
  bouncedForward: (link, alias, status) => ({
    subject: 'Grįžo laiškas, skirtas vienam jūsų slapyvardžių',
    paragraphs: [
      `Pašto dėžutė, į kurią persiunčia ${alias}, laišką priėmė, o paskui grąžino. ${explainStatus(status)} (${status})`,
      'Siuntėjui pranešti nebuvo galima, nes neaišku, kas jis. Laiškas ištrintas.',
      { link },
    ],
  }),
  unreadBounce: (alias, quoted) => ({
    subject: 'Pašto serveris parašė apie jūsų laišką',
    paragraphs: [
      `Pašto serveris parašė apie laišką, kurį išsiuntėte iš ${alias}. Galbūt jis nepristatytas: ką serveris sako, programa suprasti negalėjo.`,
      ...(quoted === null
        ? ['Jis necituojamas: šiandien rašė per dažnai arba jūsų laiškai turi būti šifruojami.']
        : ['Štai pradžia. Tai galėjo parašyti bet kas: nepasitikėkite jokia nuoroda joje.', quoted]),
    ],
  }),
  unreadReturn: (alias, quoted) => ({
    subject: 'Pašto serveris parašė apie vieno jūsų slapyvardžių laišką',
    paragraphs: [
      `Pašto dėžutės, į kurią persiunčia ${alias}, serveris parašė apie laišką, kurį jau buvo priėmęs. Galbūt dėžutės jis nepasiekė: ką serveris sako, programa suprasti negalėjo, o siuntėjui apie tai nepranešta.`,
      ...(quoted === null
        ? ['Jis necituojamas: šiandien rašė per dažnai arba jūsų laiškai turi būti šifruojami.']
        : ['Štai pradžia. Tai galėjo parašyti bet kas: nepasitikėkite jokia nuoroda joje.', quoted]),
    ],
  }),
  refusedContent: (link, alias, status) => ({
    subject: 'Vieno jūsų slapyvardžių laiškai atmetami dėl turinio',
    paragraphs: [
      `Pašto dėžutė, į kurią persiunčia ${alias}, šiandien daug laiškų atmeta dėl jų turinio. ${explainStatus(status)} (${status})`,
      'Jei jų nenorite, užblokuokite siuntėjus arba sustabdykite slapyvardį:',
      { link },
    ],
  }),
  joined: (notices) => ({
    subject: 'Kas nutiko jūsų laiškams',
    paragraphs: notices.flatMap(({ words, count }) => [
      `${words.subject}${count === 1 ? '' : ` (${counted(count, 'kartą', 'kartus', 'kartų')})`}`,
      ...words.paragraphs,
    ]),
  }),
  failedSent: (alias, recipients, status) => ({
    subject: 'Jūsų laiškas nepristatytas',
    paragraphs: [
      recipients.length > 0
        ? `Tai, ką išsiuntėte iš ${alias}, nepasiekė: ${recipients.join(', ')}.`
        : `Tai, ką išsiuntėte iš ${alias}, nepasiekė gavėjo.`,
      `${explainStatus(status)} (${status})`,
    ],
  }),
  delayed: (link, waiting, { noticeAfterMs, giveUpAfterMs }) => ({
    subject: 'Jūsų slapyvardžių laiškai laukia',
    paragraphs: [
      `Šių laiškų nepavyksta pristatyti ilgiau nei ${durationText(noticeAfterMs)}. Jie saugomi užšifruoti, ir bandoma toliau, kol nuo gavimo praeis ${durationText(giveUpAfterMs)}.`,
      waiting.map(({ alias, count }) => `${alias}: ${counted(count, 'laiškas', 'laiškai', 'laiškų')}`).join('\n'),
      'Pažiūrėkite, kur jie turi keliauti, ir, jei reikia, pakeiskite:',
      { link },
    ],
  }),
  notSent: (alias, reason) => ({
    subject: 'Jūsų laiškas neišsiųstas',
    paragraphs: [`Paskutinis jūsų laiškas iš ${alias} niekam neišsiųstas.`, reason],
  }),
};

const limits: Readonly<Record<string, string>> = {
  'messages of this alias': 'šio slapyvardžio laiškų',
  'messages of this account': 'šios paskyros laiškų',
  'messages of all new accounts': 'visų naujų paskyrų laiškų',
  'new recipients': 'naujų gavėjų',
};

export const replyRefusals: typeof en.replyRefusals = {
  other_recipients: (addresses) =>
    `Jis siunčiamas ir šiems adresams: ${addresses.join(', ')}. Ten būtų matomas jūsų pačių adresas. Rašykite tik atvirkštiniais adresais; slapyvardžio puslapyje gausite adresą kiekvienam.`,
  several_aliases:
    'Jo gavėjai priklauso keliems jūsų slapyvardžiams: jie būtų pamatę, kad tai tas pats žmogus. Vienu metu rašykite tik vieno slapyvardžio gavėjams.',
  only_reads: 'Ši pašto dėžutė tik skaito: atsakymai iš jos nesiunčiami. Taip nurodyta jūsų nustatymuose.',
  paused: 'Slapyvardis arba jo domenas sustabdytas. Kad siųstumėte, įjunkite jį.',
  ended: 'Slapyvardis pasibaigė. Kad siųstumėte, tęskite jį.',
  locked: 'Jūsų paskyra užrakinta. Kad siųstumėte, atrakinkite ją nustatymuose.',
  suspended: 'Jūsų paskyrai siųsti laikinai uždrausta. Kodėl – parašyta skydelyje.',
  lost: 'Nebeįrodyta, kad šio slapyvardžio domenas jūsų. Ką paskelbti, rodo nustatymai.',
  blocked: 'Vieną iš gavėjų esate užblokavę. Kad jam parašytumėte, atblokuokite jį slapyvardžio puslapyje.',
  identity: (what) => `${what} Pašalinkite tai arba leiskite šiam slapyvardžiui.`,
  charset: (charset) =>
    `Jame yra tekstas, kurio koduotės ${charset} čia perskaityti negalima: jame galėtų būti jūsų pačių adresas. Siųskite jį UTF-8 koduote arba leiskite tai šiam slapyvardžiui.`,
  unreadable: (maxBytes) =>
    `Jo dalių perskaityti nepavyko arba jose daugiau nei ${sizeText(maxBytes)} teksto: jame galėtų būti jūsų pačių adresas.`,
  long_lines:
    'Ilgesnės nei 998 ženklų eilutės yra ten, kur nieko keisti negalima: pasirašytame turinyje arba adrese. Kiti serveriai tokio laiško nepriimtų.',
  too_many: ({ max, limit, window }) =>
    `Per ${window === 'hour' ? 'valandą' : 'dieną'} leidžiama ne daugiau kaip ${max} ${limits[limit] ?? limit}. Bandykite vėliau.`,
};

export const identityWords: typeof en.identityWords = {
  signature: 'Jame yra skaitmeninis parašas, kuris išduoda jūsų vardą.',
  key: 'Pridėtas raktas arba sertifikatas, kuris išduoda jūsų vardą.',
  encrypted:
    'Jis užšifruotas, o iš to, ko perskaityti negalima, neįmanoma pašalinti to, kas išduoda jūsų vardą. Tai leisti galima slapyvardžio nustatymuose.',
  winmail:
    'Jame yra „Outlook“ failas winmail.dat, kuriame įrašytas jūsų adresas. Siųskite jį kaip HTML arba paprastą tekstą.',
  receipt: 'Tai skaitymo patvirtinimas, kuris išduoda jūsų vardą.',
  names_owner:
    'Priede arba pridėtame laiške yra jūsų adresas, arba tekste jis parašytas taip, kad jo negalima pakeisti slapyvardžiu.',
  servers: 'Pridėtame laiške yra tai, ką jame įrašė jūsų pašto dėžutės serveriai. Persiųskite jį laiško tekste.',
  document: 'Pridėto failo savybėse arba kame nors jame supakuotame yra jūsų vardas ar adresas. Išsaugokite jį be jų.',
  sealed:
    'Į pridėtą archyvą ar dokumentą pažiūrėti negalima, nes jis užšifruotas, sugadintas, per didelis arba nežinomos rūšies: jame galėtų būti jūsų vardas.',
};
