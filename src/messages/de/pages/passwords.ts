import type * as en from '#messages/pages/passwords.ts';

export const newPasswordMessages: typeof en.newPasswordMessages = {
  hint: (min) => `Mindestens ${min} Zeichen`,
  confirm: 'Passwort bestätigen',
  mismatch: 'Die Passwörter stimmen nicht überein',
  what: 'Passwort',
  confirmationWhat: 'Bestätigung',
  strength: { weak: 'Leicht zu erraten', fair: 'Mittel', strong: 'Schwer zu erraten' },
};
