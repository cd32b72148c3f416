/** How far names go that mail makes. */
export const ruleLimits = {
  rulesPerDomain: 100,
  /** In characters. */
  patternMax: 200,
  labelsPerRule: 10,
  /** Of what a regular expression is compiled to: the time that one may take. */
  programMax: 500,
  /** Mail makes so many new names on a domain in an hour; the rest waits with its sender. */
  newNamesHourly: 50,
} as const;
