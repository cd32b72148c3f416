import type * as en from '#messages/server/clients.ts';
import { count as counted } from '#messages-lt/quantities.ts';

export const clientTexts: typeof en.clientTexts = {
  inboxText: 'Kauke nesaugo pašto dėžutės aprašo.',
  attachedOnly: 'Slapyvardžio vardu Kauke rašo tik jo pašto dėžutės; to išjungti negalima.',
  noReplies: 'Šio serverio persiuntimo tiekėjas atsakymų neperduoda.',
  noKey: 'Ši dėžutė neturi rakto, kuriuo būtų galima šifruoti.',
  keyGoes: 'Kas turi raktą, tas šifruojama: pašalinkite šios dėžutės raktą.',
  notEncrypted: 'Tai priklauso nuo šifravimo, kurio ši dėžutė neturi.',
  domainUnverified: (name) => `${name} dar nepatikrintas.`,
  publish: (record) => `Paskelbkite šį įrašą savo DNS ir pridėkite domeną dar kartą: ${record}`,
  noSubdomains: 'Subdomenai čia nedalijami.',
  noUsernameSignIn: 'Prie Kauke jungiamasi el. pašto adresu; subdomenas juo nėra.',
  ruleForm:
    'Kauke taisyklė blokuoja vieną siuntėją, adresą arba domeną, vienam slapyvardžiui arba visiems. Kitokių taisyklių išsaugoti negalima.',
  accountEnd: 'Šią paskyrą ištrinkite svetainėje, po slapyvardžių sąrašu: jai reikia ne vien slaptažodžio.',
  accountConfirmed: 'Jūsų paskyra patvirtinta.',
  codeSent: 'Laiškas su kodu jau siunčiamas.',
  noneOfThem: 'Nė vienas šių slapyvardžių ne Jūsų.',
  done: (count) => `Pakeista: ${counted(count, 'slapyvardis', 'slapyvardžiai', 'slapyvardžių')}`,
  suffixExpired: 'Ši galūnė pasiūlyta per seniai. Pasirinkite ją dar kartą.',
  unconfirmedDefault: 'Ši pašto dėžutė dar nepatvirtinta. Pirma jos savininkas atveria laiške esančią nuorodą.',
  noMailbox: 'Slapyvardis turi bent vieną pašto dėžutę.',
  settingFixed: 'Tai pasirenkama svetainėje arba Kauke visada yra taip.',
  noNewsletter: 'Kauke naujienlaiškių nesiunčia, todėl nėra ko užsakyti.',
  noProton: 'Kauke nesusieta su jokia „Proton“ paskyra.',
  noKeyText: 'Tai nėra viešasis OpenPGP raktas.',
};
