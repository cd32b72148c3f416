/** A date is never broken; its time may go to the next line. */
function join(date: string): string {
  return date.replaceAll(' ', '\u00a0').replace(/,\u00a0(?=\d+[:.]\d)/u, ', ');
}

/** A day, as people read it: its month in letters, as figures mean two days. @param time ISO 8601, or milliseconds of the epoch. */
export function formatDay(time: string | number, dateStyle: 'medium' | 'long' = 'medium'): string {
  return join(new Date(time).toLocaleDateString(__LOCALE__, { dateStyle }));
}

/** A day and its time, as people read it. @param time ISO 8601, or milliseconds of the epoch. */
export function formatTime(time: string | number): string {
  return join(new Date(time).toLocaleString(__LOCALE__, { dateStyle: 'medium', timeStyle: 'short' }));
}
