import type * as en from '#messages/server/errors.ts';
import { count, sizeText } from '#messages-lt/quantities.ts';

const crossSite = 'Ši užklausa atėjo iš kitos svetainės ir buvo atmesta.';

function most(max: number, one: string, few: string, other: string): string {
  return `Paskyra gali turėti ${count(max, one, few, other)}.`;
}

export const errors: typeof en.errors = {
  invalid_input: 'Ištaisykite žemiau nurodytas klaidas ir bandykite dar kartą.',
  malformed_json: 'Užklausos turinys nėra tinkamas JSON.',
  not_signed_in: 'Kad tęstumėte, prisijunkite.',
  wrong_credentials: 'Neteisingas el. paštas arba slaptažodis',
  second_factor_required: 'Įveskite kodą iš autentifikavimo programėlės.',
  wrong_code: 'Šis kodas neteisingas arba jau panaudotas.',
  second_factor_locked:
    'Šiai paskyrai bandyta per daug neteisingų kodų. Naudokite atkūrimo kodą arba paprašykite nuorodos el. paštu.',
  api_key_invalid: 'Šis API raktas negalioja: jis nežinomas arba atšauktas.',
  wallet_refused: 'Prisijungti pinigine nepavyko',
  passkey_required: 'Dabar – prieigos raktas arba vienas iš atkūrimo kodų.',
  passkey_refused: 'Šio prieigos rakto čia panaudoti nepavyko. Bandykite dar kartą.',
  confirm_identity: 'Patvirtinkite, kad tai jūs, ir bandykite dar kartą.',
  account_leaving: 'Ši paskyra trinama. Kad ją pasiliktumėte, prisijunkite svetainėje.',
  account_waiting: 'Ši paskyra laukia operatoriaus patvirtinimo. Iki tol nieko keisti negalima.',
  registration_closed: 'Naujų paskyrų čia nekuriama.',
  invitation_required: 'Naujos paskyros čia – tik su kvietimu. Atverkite jums duotą nuorodą.',
  account_locked: 'Ši paskyra užrakinta. Per „Pamiršote slaptažodį?“ susikurkite naują slaptažodį.',
  account_suspended: 'Ši paskyra laikinai uždrausta. Kad sužinotumėte priežastį, prisijunkite svetainėje.',
  session_required: 'API raktu to padaryti negalima. Prisijunkite svetainėje.',
  scope_required: 'Šiam API raktui to daryti neleista. Svetainės nustatymuose sukurkite tokį, kuriam leista.',
  cross_site: crossSite,
  not_found: 'Nerasta',
  method_not_allowed: 'Šis metodas čia neleidžiamas.',
  email_taken: 'Šis el. paštas jau užregistruotas',
  method_taken: 'Šis prisijungimo būdas jau priklauso kitai paskyrai.',
  last_method: 'Tai vienintelis būdas patekti į jūsų paskyrą. Pirma pridėkite kitą.',
  target_answered: 'Šios pašto dėžutės savininkas jau atsakė.',
  target_unconfirmed: 'Šis webhook adresas dar nepatvirtintas. Pirma jį patikrinkite.',
  target_in_use: 'Tai vienintelė kai kurių slapyvardžių paskirties vieta. Pirma juos pakeiskite arba ištrinkite.',
  password_missing: 'Pirma paskyroje pridėkite el. paštą ir slaptažodį.',
  passkey_missing: 'Pirma paskyroje pridėkite prieigos raktą.',
  second_factor_on: 'Antrasis veiksnys jau įjungtas.',
  second_factor_off: 'Antrasis veiksnys išjungtas.',
  credential_exists: 'Šis slapyvardis jau turi SMTP duomenis.',
  account_credential_exists: 'Šiems slapyvardžiams slaptažodis jau yra: atnaujinkite jį arba ištrinkite.',
  too_many_api_keys: 'Ši paskyra turi tiek API raktų, kiek gali turėti. Pirma vieną atšaukite.',
  too_many_passkeys: (max) =>
    `${most(max, 'prieigos raktą', 'prieigos raktus', 'prieigos raktų')} Pirma pašalinkite nebenaudojamą.`,
  too_many_sender_rules: (max) =>
    `${most(max, 'siuntėjų taisyklę', 'siuntėjų taisykles', 'siuntėjų taisyklių')} Pirma vieną ištrinkite.`,
  holding_off:
    'Šioje paskyroje niekas nesulaikoma. Puslapyje „Sulaikyti laiškai“ pasirinkite, kiek laiko sulaikyti, tada kurkite taisyklę.',
  held_alias_off:
    'Šis slapyvardis dabar laiškų nepriima. Įjunkite jį arba patvirtinkite jo pašto dėžutę ir bandykite dar kartą.',
  held_no_key:
    'Nė viena šio slapyvardžio pašto dėžutė negali gauti šio laiško: jis užšifruotas kitai arba raktas nebegalioja.',
  held_no_room: 'Šiam laiškui pristatyti dabar nėra vietos. Bandykite vėliau.',
  too_many_aliases: 'Ši paskyra turi tiek slapyvardžių, kiek gali turėti. Pirma ištrinkite nebenaudojamą.',
  too_many_targets:
    'Ši paskyra turi tiek pašto dėžučių ir webhook adresų, kiek gali turėti. Pirma ištrinkite nebenaudojamą.',
  too_many_domains: (max) => `${most(max, 'domeną', 'domenus', 'domenų')} Pirma pašalinkite nebenaudojamą.`,
  too_many_members: (max) => `Domenas gali turėti ${count(max, 'narį', 'narius', 'narių')}. Pirma vieną pašalinkite.`,
  domain_exists: 'Šis domenas jau jūsų sąraše.',
  domain_taken: 'Šį domeną arba esantį virš jo ar po juo čia jau turi kažkas kitas.',
  domain_in_use: 'Šis domenas dar turi slapyvardžių. Pirma juos ištrinkite.',
  domain_unproven: 'Perduoti galima tik patikrintą domeną.',
  offer_changed: 'Nuo tada, kai atvėrėte nuorodą, tai pakeista. Atverkite ją dar kartą ir pažiūrėkite, kas yra dabar.',
  offer_own: 'Ši nuoroda skirta kitam: ji jūsų pačių.',
  offer_stopped: 'Niekas neperduodama, kol viena iš dviejų paskyrų užrakinta, uždrausta, laukia arba trinama.',
  offer_members_only: 'Šis slapyvardis yra domene, kurio narys nesate. Pirma paprašykite kvietimo į domeną.',
  no_target: 'Jūsų paskyroje dar nėra pašto dėžutės. Pirma svetainėje sukurkite slapyvardį.',
  undo_overtaken: 'Tai jau pakeista vėliau, todėl niekas neatšaukta.',
  service_key_refused: 'Kita paslauga šio API rakto nepriima.',
  move_stage: 'Šio žingsnio dabar atlikti negalima. Įkelkite puslapį iš naujo ir pamatysite, kiek persikelta.',
  too_many_moves: (max) => `Paskyra vienu metu gali turėti ${max} perkėlimų. Pirma pašalinkite baigtą.`,
  alias_ended: 'Šis slapyvardis pasibaigė. Nustatykite jam kitą pabaigą arba jokios.',
  too_many_labels: (max) => `${most(max, 'žymą', 'žymas', 'žymų')} Pirma ištrinkite nebenaudojamą.`,
  label_exists: 'Žyma tokiu pavadinimu jau yra.',
  alias_reserved: 'Šis vardas rezervuotas. Pasirinkite kitą.',
  alias_unavailable: 'Šis slapyvardis neprieinamas. Pasirinkite kitą vardą.',
  provider_refused: 'Persiuntimo teikėjas to nepriėmė.',
  invitation_unusable: 'Šis kvietimas pasibaigęs arba panaudotas. Paprašykite naujo ten, kur jį gavote.',
  pairing_over: 'Šis susiejimas baigėsi. Plėtinyje pradėkite iš naujo.',
  code_over: 'Kodas bandytas per daug kartų. Vėliau paprašykite naujo.',
  link_unusable: 'Ši nuoroda nebegalioja arba jau panaudota.',
  body_too_large: (maxBytes) => `Užklausos turinys didesnis nei ${sizeText(maxBytes)}.`,
  unsupported_media_type: 'Siųskite turinį kaip application/json.',
  rate_limited: 'Per daug užklausų. Šiek tiek palaukite.',
  internal: 'Kažkas nepavyko mūsų pusėje. Bandykite dar kartą.',
  unavailable: 'Paslauga užimta arba paleidžiama. Netrukus bandykite dar kartą.',
};

export const exactErrors: typeof en.exactErrors = {
  brokenText: 'Tekste negali būti NUL ar sugadintų simbolių.',
  starting: 'Paslauga paleidžiama. Netrukus bandykite dar kartą.',
  crossSite: (origin) => `${crossSite} Ši paslauga atsako adresu ${origin} (PUBLIC_URL).`,
  inboxElsewhere: 'Peržiūros pašto dėžutė atsako tik localhost ir 127.0.0.1.',
  wrongPassword: 'Neteisingas slaptažodis',
  newMethodLocked:
    'Ši paskyra užrakinta, o šis prisijungimo būdas pridėtas visai neseniai. Naudokite tą, kurį turite seniau.',
  hasOtherEmail: 'Jūsų paskyra jau turi kitą el. paštą.',
  hasPassword: 'Jūsų paskyra jau turi slaptažodį.',
  hasWallet: 'Jūsų paskyra jau turi piniginę.',
  webhookConfirmed: 'Šis webhook adresas jau patvirtintas.',
  targetFirst: 'Pirma patvirtinkite šio slapyvardžio paskirties vietą.',
  soleTargetOf: (names, more) =>
    `Tai vienintelė šių slapyvardžių paskirties vieta: ${names.join(', ')}${more > 0 ? ` ir dar ${more}` : ''}. Pirma juos pakeiskite arba ištrinkite.`,
  tooManyAliases: (max) =>
    `${most(max, 'slapyvardį', 'slapyvardžius', 'slapyvardžių')} Pirma ištrinkite nebenaudojamą.`,
  tooManyUnconfirmed: (max) =>
    `Kol nepatvirtinote savo el. pašto ar kitos pašto dėžutės, paskyra gali turėti ${count(max, 'slapyvardį', 'slapyvardžius', 'slapyvardžių')}. Atverkite nuorodą mūsų atsiųstame laiške.`,
  tooManyTargets: (max) =>
    `Paskyra gali turėti iš viso ${count(max, 'pašto dėžutę ar webhook adresą', 'pašto dėžutes ir webhook adresus', 'pašto dėžučių ir webhook adresų')}. Pirma ištrinkite nebenaudojamą.`,
  keyMissing: 'Siųskite API raktą kaip `Authorization: Bearer <key>`. Sukurkite jį svetainės nustatymuose.',
  scopeRequired: (scope) =>
    `Šiam API raktui to daryti neleista: reikia rakto, kurio apimtis „${scope}“. Sukurkite jį svetainės nustatymuose.`,
  noApiKey: 'Tai ne šios paslaugos API raktas.',
  apiKeyExpired: 'Šis API raktas nebegalioja.',
  linkTooEarly: 'Ši nuoroda dar neveikia.',
  notSuspended: 'Ši paskyra neuždrausta.',
  ownerStillThere: 'Ta paskyra vis dar yra: jos savininkas gali slapyvardį sukurti iš naujo.',
  notTheirName: 'Tokio vardo paskyra su šiuo ID nėra atsisakiusi.',
  notLocked: 'Niekas neužrakinta.',
  notWaiting: 'Ši paskyra nieko nelaukia.',
  operatorThere: 'Paskyra jau yra. Operatorių paskirkite komanda: npm run kauke -- operator add EMAIL',
  tooManyInvitations: (max) =>
    `Galiojančių nuorodų jau yra ${max}. Panaikinkite jas komanda: npm run kauke -- invite end`,
  tooManyBlocks: (max) => `Užblokuotų siuntėjų jau yra ${max}.`,
  severalDestinations: 'Taip vadinasi kelios paskirties vietos: imkite ID, esantį prieš vardą.',
  tooManyHolds: (max) => `Sulaikytų paskirties vietų jau yra ${max}.`,
  signInExpired: 'Šis prisijungimas nebegalioja. Prisijunkite dar kartą.',
};

export const weakPasswords: typeof en.weakPasswords = {
  common: 'Šį slaptažodį naudoja daug žmonių, todėl jis spėjamas pirmas. Geriau keli tarpusavyje nesusiję žodžiai.',
  own: 'Tai vos daugiau nei jūsų adresas ar mūsų vardas. Geriau keli tarpusavyje nesusiję žodžiai.',
  regular: 'Tai kartojasi arba seka klaviatūrą. Geriau keli tarpusavyje nesusiję žodžiai.',
};
