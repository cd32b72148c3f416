import type * as en from '#messages/pages/operator/suspended.tsx';

export const suspendedMessages: typeof en.suspendedMessages = {
  title: { sending: 'Siuntimas laikinai uždraustas', all: 'Ši paskyra laikinai uždrausta' },
  effect: {
    sending: 'Jūsų slapyvardžių vardu nieko nesiunčiama. Jiems skirti laiškai vis dar ateina.',
    all: 'Laiškai nei siunčiami, nei priimami, ir nieko negalima keisti. Siuntėjų septynias dienas prašoma bandyti dar kartą.',
  },
  waiting: 'Jūsų laukiantys laiškai saugomi keturias dienas ir bus išsiųsti, kai draudimas baigsis.',
  reason: (since) => <>Operatorius {since} nurodė šią priežastį:</>,
  noWayBack: (since) => <>Operatorius ją {since} uždraudė, todėl pasilikti jos negalite. Nurodyta priežastis:</>,
};
