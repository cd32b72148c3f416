import { describe, expect, it } from 'vitest';
import { answerTexts } from '#messages/all-languages.ts';
import { createTranslator } from '#messages/translate.ts';
import { errorTable } from '#contract/errors.ts';
import { accountFaults } from '#contract/account-faults.ts';
import { aliasFaults } from '#contract/alias-faults.ts';

const english = answerTexts.en;

describe.each([['de'], ['lt']] as const)('an answer in %s', (language) => {
  const translate = createTranslator(english, answerTexts[language]);

  it('says every error and every fault of a form in its own words', () => {
    const sentences = [
      ...Object.values(errorTable).map(({ message }) => message),
      ...Object.values({ ...accountFaults, ...aliasFaults }).filter((text) => typeof text === 'string'),
    ];
    // A sentence that reads the same in both would be the only good reason to stand here.
    expect(sentences.filter((sentence) => translate(sentence) === sentence)).toEqual([]);
  });

  it('leaves alone what is not ours', () => {
    expect(translate('Some words of somebody else on Linux.')).toBe('Some words of somebody else on Linux.');
  });
});

describe('an answer in Lithuanian', () => {
  const translate = createTranslator(english, answerTexts.lt);

  it.each([
    [english.answers.answers.aliasesChanged(1, 'deleted'), 'Ištrinta: 1 slapyvardis'],
    [english.answers.answers.aliasesChanged(22, 'changed'), 'Pakeista: 22 slapyvardžiai'],
    [english.answers.answers.aliasesChanged(111, 'restored'), 'Atkurta: 111 slapyvardžių'],
    [english.answers.answers.binSaved(0), 'Nuo šiol ištrinti slapyvardžiai dingsta iš karto'],
    [english.answers.answers.binSaved(21), 'Ištrinti slapyvardžiai šiukšlinėje lieka 21 dieną'],
    [english.answers.answers.aliasToggled(false), 'Slapyvardis sustabdytas'],
    [english.faults.aliasFaultTexts.aliasReserved('admin'), '„admin“ yra rezervuotas vardas. Pasirinkite kitą.'],
    [
      english.answers.webhookAnswers.notTaken(302, true),
      'Adresas atsakė 302 – tai nukreipimas, kuriuo nesekame. Jis turi atsakyti 2xx.',
    ],
    [english.answers.webhookAnswers.notTaken(500, false), 'Adresas atsakė 500. Jis turi atsakyti 2xx.'],
    [english.answers.importWords.line(3, english.answers.importWords.notCsv), '3 eilutė nėra tinkamas CSV'],
    [
      english.errors.exactErrors.soleTargetOf(['a@x.lt', 'b@x.lt'], 0),
      'Tai vienintelė šių slapyvardžių paskirties vieta: a@x.lt, b@x.lt. Pirma juos pakeiskite arba ištrinkite.',
    ],
  ])('of “%s” is “%s”', (sentence, own) => {
    expect(translate(sentence)).toBe(own);
  });
});

it('puts a value in twice where a sentence names it twice', () => {
  const translate = createTranslator(
    { twice: (name: string) => `Take ${name}, and only ${name}.` },
    { twice: (name: string) => `Nehmen Sie ${name}, nur ${name}.` },
  );
  expect(translate('Take this, and only this.')).toBe('Nehmen Sie this, nur this.');
  expect(translate('Take this, and only that.')).toBe('Take this, and only that.');
});
