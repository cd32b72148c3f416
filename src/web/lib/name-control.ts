/**
 * The accessible name of a control of one thing among many. What is written on it comes first and whole, so that who speaks it to their device
 * reaches it: WCAG 2.2, 2.5.3 (label in name).
 */
export function nameControl(written: string, thing: string): string {
  return `${written}: ${thing}`;
}
