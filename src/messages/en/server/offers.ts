import { count } from '#messages/quantities.ts';

/** What the API says about passing an alias or a domain on. */
export const offerAnswers = {
  made: (days: number) => `The link works once, for ${count(days, 'day', 'days')}`,
  withdrawn: 'The link works no more',
  taken: (name: string) => `${name} is yours now`,
};
