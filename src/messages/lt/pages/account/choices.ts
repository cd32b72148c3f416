import type * as en from '#messages/pages/account/choices.ts';

export const aliasChoiceMessages: typeof en.aliasChoiceMessages = {
  domain: 'Numatytasis domenas',
  domainHint: 'Skydelyje rodomas pirmas ir skirtas slapyvardžiams, kuriuos programos kuria nenurodydamos domeno.',
  firstDomain: (domain) => `Pirmasis: ${domain}`,
  names: 'Sugalvoti vardai',
  namesHint: 'Skydelyje ir programose, kai jos neprašo kitaip.',
  usual: 'Kaip įprasta: žodžiai, „addy.io“ – ženklai',
  formats: {
    words: 'Du žodžiai ir skaičius',
    characters: 'Atsitiktiniai ženklai',
    uuid: 'Ilgas atsitiktinis vardas (UUID)',
  },
  endings: 'Jūsų pačių vardų galūnės',
  endingsHint: 'Ką „SimpleLogin“ programos siūlo po jūsų pasirinkto vardo.',
  failure: 'Pasirinkimo išsaugoti nepavyko',
};

export const senderFormatMessages: typeof en.senderFormatMessages = {
  title: 'Kaip rodomi siuntėjai',
  description: 'Persiunčiamų laiškų siuntėjo ir kitų gavėjų eilutėse. Adresas, kuriuo atsakote, lieka tas pats.',
  label: 'Siuntėjai',
  formats: {
    at: 'Bob (bob at example.com)',
    bracket: 'Bob - bob(a)example.com',
    name: 'Bob: tik vardas',
    address: 'bob at example.com: tik adresas',
    none: 'Nei vienas: tik atsakymo adresas',
  },
  nameWarning:
    'Bet kas gali nurodyti bet kokį vardą. Be adreso šalia nematote, kas iš tikrųjų parašė; neturintys vardo rodomi adresu.',
  noneWarning: 'Kas parašė, matote tik iš to, ką apie save sako pats laiškas.',
  failure: 'Pasirinkimo išsaugoti nepavyko',
};

export const domainEndingMessages: typeof en.domainEndingMessages = {
  label: 'Sugalvotos galūnės programose',
  text: '„SimpleLogin“ programos siūlo sugalvotą galūnę po šiame domene pasirinkto vardo.',
  failure: 'Nustatymo išsaugoti nepavyko',
};
