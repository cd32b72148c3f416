import type * as en from '#messages/pages/passwords.ts';
import { count } from '#messages-lt/quantities.ts';

export const newPasswordMessages: typeof en.newPasswordMessages = {
  hint: (min) => `Bent ${count(min, 'simbolis', 'simboliai', 'simbolių')}`,
  confirm: 'Pakartokite slaptažodį',
  mismatch: 'Slaptažodžiai nesutampa',
  what: 'slaptažodį',
  confirmationWhat: 'pakartotą slaptažodį',
  strength: { weak: 'Lengva atspėti', fair: 'Vidutinis', strong: 'Sunku atspėti' },
};
