import { describe, expect, it } from 'vitest';
import { findAcceptedLanguage, findBrowserLanguage } from '#contract/account/languages.ts';

describe('the language of a browser', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr-FR, fr;q=0.9, lt;q=0.5, en;q=0.4', 'lt'],
    ['en;q=0.2, LT;q=0.9', 'lt'],
    ['de;q=0, lt;q=0.1', 'lt'],
    ['de;q=high, lt;q=0.1', 'lt'],
    ['fr, ru', null],
    ['*', null],
    ['', null],
    [undefined, null],
    [`${'fr,'.repeat(1000)}de`, null],
  ])('that accepts %s is %s', (header, language) => {
    expect(findAcceptedLanguage(header)).toBe(language);
  });

  it('is the one that was chosen in it, before the one that it is set to', () => {
    expect(findBrowserLanguage(undefined, 'de')).toBe('de');
    expect(findBrowserLanguage('lt', 'de')).toBe('lt');
    expect(findBrowserLanguage('klingon', 'de')).toBe('de');
    expect(findBrowserLanguage(undefined, 'fr')).toBeNull();
  });
});
