import { explainStatus } from '#messages-lt/server/mails.ts';
import type * as en from '#messages/server/held-mails.ts';
import { count as counted } from '#messages-lt/quantities.ts';

export const heldMails: typeof en.heldMails = {
  absenceNote: (alias) => ({
    subject: 'Jūsų pranešimas apie nebuvimą neišsiųstas',
    paragraphs: [
      `Jūsų pašto dėžutė pati atsakė į laišką, skirtą ${alias}, kaip daro jums išvykus. Atsakymas niekam neišsiųstas: jis nepažįstamiesiems pasakytų, kad adresas skaitomas.`,
      'Jei parašėte jį patys arba norite, kad tokie atsakymai būtų siunčiami, slapyvardžio puslapyje įjunkite „Išleisti automatinius atsakymus“.',
      'Apie tai pranešama ne dažniau kaip kartą per septynias dienas, dėl visų jūsų slapyvardžių.',
    ],
  }),
  ownReport: (alias) => ({
    subject: 'Jūsų perskaitymo patvirtinimas neišsiųstas',
    paragraphs: [
      `Jūsų pašto programa arba pašto dėžutė pranešė, kas nutiko laiškui, skirtam ${alias}, pavyzdžiui, kad jį perskaitėte. Pranešimas niekam neišsiųstas: jis nepažįstamiesiems pasakytų, kad adresas skaitomas.`,
      'Jei norite, kad tokie pranešimai būtų siunčiami, slapyvardžio puslapyje įjunkite „Išleisti automatinius atsakymus“.',
      'Apie tai pranešama ne dažniau kaip kartą per septynias dienas, dėl visų jūsų slapyvardžių.',
    ],
  }),
  digest: (link, messages, count) => ({
    subject: `Jums sulaikyta: ${counted(count, 'laiškas', 'laiškai', 'laiškų')}`,
    paragraphs: [
      'Jie būtų buvę atmesti. Jie gali būti ne to, kuo dedasi siuntėjas.',
      ...messages.map(({ alias, from, subject }) => `${alias}: ${from} · ${subject || '(be temos)'}`),
      ...(count > messages.length ? [`Ir dar ${count - messages.length}.`] : []),
      'Čia galite juos perskaityti, išleisti arba ištrinti:',
      { link },
    ],
  }),
  refusedBeside: (link, alias) => ({
    subject: `Atmestas laiškas, skirtas ${alias}`,
    paragraphs: [
      `Laiškas, skirtas ${alias}, atmestas: niekas nepatvirtino jo siuntėjo, jis buvo panašus į brukalą arba jį atmetė jūsų taisyklė.`,
      'Jis buvo siųstas ir kitam, kuris jį priėmė, todėl siuntėjui nepranešta.',
      'Tokius laiškus galite leisti jums sulaikyti:',
      { link },
    ],
  }),

  refusedByInbox: (link, inbox, status) => ({
    subject: 'Pašto dėžutė atmetė laišką, kurį priėmė kita',
    paragraphs: [
      `${inbox} atmetė laišką, skirtą vienam iš jūsų slapyvardžių. ${explainStatus(status)} (${status})`,
      'Kita to slapyvardžio pašto dėžutė jį priėmė, todėl siuntėjui nepranešta.',
      'Kiek tokių laiškų ji atmeta ir kodėl atmetė paskutinį, rašoma nustatymuose. Apie tai pranešama ne dažniau kaip kartą per 30 dienų.',
      { link },
    ],
  }),
};
