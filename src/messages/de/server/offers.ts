import type * as en from '#messages/server/offers.ts';
import { count } from '#messages-de/quantities.ts';

export const offerAnswers: typeof en.offerAnswers = {
  made: (days) => `Der Link gilt einmal, ${count(days, 'Tag', 'Tage')} lang`,
  withdrawn: 'Der Link gilt nicht mehr',
  taken: (name) => `${name} gehört jetzt Ihnen`,
};
