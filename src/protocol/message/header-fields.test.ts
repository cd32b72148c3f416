import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editHeader, joinHeader, makeField, fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { anyText } from '#support/any-text.ts';

function lines(text: string): string[] {
  return text.split('\r\n').slice(0, -1);
}

describe('makeField', () => {
  it('folds at spaces before column 77', () => {
    const field = makeField('To', Array.from({ length: 30 }, (_, index) => `word${index}`).join(' '));
    expect(Math.max(...lines(field.raw.toString()).map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(fieldText(field)).toBe(Array.from({ length: 30 }, (_, index) => `word${index}`).join(' '));
  });

  it('never lets a value start a field of its own', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (value) => {
        const { fields, body } = parseMessage(Buffer.concat([makeField('X-Test', value).raw, Buffer.from('\r\nbody')]));
        expect(fields.map((field) => field.key)).toEqual(['x-test']);
        expect(body.toString()).toBe('body');
      }),
    );
  });

  it('keeps the words of a value', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
      .map((text) => text.replaceAll(/[\p{Cc}\s]/gu, 'x'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        expect(fieldText(makeField('X-Test', words.join(' ')))).toBe(words.join(' ').toWellFormed());
      }),
    );
  });
});

describe('editHeader', () => {
  it('drops, replaces and keeps, untouched fields octet by octet', () => {
    const { fields } = parseMessage(Buffer.from('A: 1\r\n  2\r\nB: é\r\nC: x\r\n\r\n', 'latin1'));
    const edited = editHeader(fields, (field) => {
      if (field.key === 'a') return null;
      return field.key === 'c' ? makeField('C', 'y') : field;
    });
    expect(joinHeader(edited)).toEqual(Buffer.from('B: é\r\nC: y\r\n', 'latin1'));
  });
});
