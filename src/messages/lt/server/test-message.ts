import type * as en from '#messages/server/test-message.ts';

export const testMessage: typeof en.testMessage = {
  subject: 'Bandomasis laiškas jūsų slapyvardžiui',
  hello: 'Sveiki,',
  sentTo: (alias) => `šis laiškas išsiųstas adresu ${alias}.`,
  works: 'Jei galite jį perskaityti, persiuntimas veikia: siuntėjas žino slapyvardį ir nieko daugiau.',
  attachment: 'Priedas ateina toks, koks išsiųstas.',
};
