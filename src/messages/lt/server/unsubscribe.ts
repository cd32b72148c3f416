import type * as en from '#messages/server/unsubscribe.ts';

export const unsubscribeTexts: typeof en.unsubscribeTexts = {
  pauseQuestion: 'Pristabdyti šį slapyvardį?',
  pauseText: (alias) =>
    `Tada laiškai adresu ${alias} išmetami, kol slapyvardį vėl įjungsite. Siuntėjams nieko nepranešama.`,
  pause: 'Pristabdyti slapyvardį',
  paused: 'Slapyvardis pristabdytas',
  pausedText: (alias) =>
    `Laiškai adresu ${alias} išmetami, kol slapyvardį vėl įjungsite. Siuntėjams nieko nepranešama.`,
  pausedByOwner: (alias) =>
    `${alias} pristabdėte patys arba kitu būdu. Ši nuoroda to nekeičia; pakeisti galite savo paskyroje.`,
  blockQuestion: 'Blokuoti šį siuntėją?',
  blockText: (sender, alias) =>
    `Tada ${sender} laiškai adresu ${alias} išmetami, siuntėjui nepranešama. Visi kiti jus pasiekia kaip anksčiau.`,
  block: 'Blokuoti siuntėją',
  blocked: 'Siuntėjas užblokuotas',
  blockedText: (sender, alias) =>
    `${sender} laiškai adresu ${alias} išmetami, siuntėjui nepranešama. Visi kiti jus pasiekia kaip anksčiau.`,
  blockedByOwner: (sender, alias) =>
    `Siuntėją ${sender} slapyvardžiui ${alias} užblokavote patys arba kitu būdu. Ši nuoroda to nekeičia; pakeisti galite savo paskyroje.`,
  undo: 'Atšaukti',
  undone: 'Atšaukta',
  undoneText: 'Laiškai ateina kaip anksčiau.',
  unusable: 'Ši nuoroda nieko nedaro',
  unusableText: (days) =>
    `Ji senesnė nei ${days} d., nukopijuota ne visa arba jos slapyvardžio nebėra. Niekas nepakeista.`,
  tooOften: 'Per dažnai',
  tooOftenText: 'Per valandą tai buvo daug kartų atlikta ir atšaukta. Pabandykite vėliau.',
  toAccount: 'Į paskyrą',
};
