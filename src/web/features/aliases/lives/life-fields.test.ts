import { expect, it } from 'vitest';
import { dayOf, endOfDay } from '#web/features/aliases/lives/life-fields.tsx';

it.each(['0002-12-01', '0020-12-01', '0202-12-01', '2027-12-01'])(
  'a field for days holds %s while its year is being typed',
  (day) => {
    expect(dayOf(endOfDay(day))).toBe(day);
  },
);
