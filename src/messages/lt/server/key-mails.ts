import type * as en from '#messages/server/key-mails.ts';

export const keyMails: typeof en.keyMails = {
  unreadableElsewhere: (alias) => ({
    subject: 'Laukęs laiškas negalėjo sekti jūsų slapyvardžio',
    paragraphs: [
      `Laiškas, skirtas ${alias}, laukė pašto dėžutės su raktu ir buvo jai užšifruotas. Slapyvardis dabar veda kitur, kur niekas jo neperskaitytų, todėl laiškas ištrintas.`,
      'Siuntėjas to nežino. Nauji laiškai keliauja ten, kur veda slapyvardis.',
    ],
  }),
  unusableKey: (link, alias) => ({
    subject: 'Laiškų į vieną jūsų pašto dėžučių užšifruoti negalima',
    paragraphs: [
      `Laiškas, skirtas ${alias}, nepasiekė vienos jo pašto dėžučių: jos rakto galiojimas baigėsi arba jis atšauktas, o be rakto ten nieko nesiunčiama. Iš laiško nieko nepasilikta.`,
      'Suteikite dėžutei naują raktą arba pašalinkite seną:',
      { link },
      'Apie tai pranešama kartą per dieną, kad ir kiek laiškų ateitų.',
    ],
  }),
};
