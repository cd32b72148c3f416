import type * as en from '#messages/server/offers.ts';
import { count } from '#messages-lt/quantities.ts';

export const offerAnswers: typeof en.offerAnswers = {
  made: (days) => `Nuoroda veikia vieną kartą ir galioja ${count(days, 'dieną', 'dienas', 'dienų')}`,
  withdrawn: 'Nuoroda nebeveikia',
  taken: (name) => `${name} dabar jūsų`,
};
