import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSettings, renderSetting } from '#config/settings-file.ts';
import { anyText } from '#support/any-text.ts';

function read(content: string): Record<string, string> {
  const { settings, faults } = parseSettings(content);
  expect(faults).toEqual([]);
  return Object.fromEntries(settings.map(({ name, text }) => [name, text]));
}

describe('a settings file', () => {
  it('holds one variable a line, with comments, blank lines and quotes', () => {
    const content = [
      '\uFEFF# ours',
      'A=one',
      '',
      'C="two \\"words\\" \\\\ # and this"   # a comment',
      "D='it\\s $HOME'",
      "E=O'Neill#1",
      'F=',
      'G=a=b\r',
    ];
    expect(read(content.join('\n'))).toEqual({
      A: 'one',
      C: 'two "words" \\ # and this',
      D: 'it\\s $HOME',
      E: "O'Neill#1",
      F: '',
      G: 'a=b',
    });
  });

  it.each([
    ['HTTP_PORT 3000', 'takes NAME=value, or # and a comment'],
    ['HTTP_PORT = 3000', 'takes NAME=value, or # and a comment'],
    ['export HTTP_PORT=3000', 'takes NAME=value, or # and a comment'],
    ['A="b', 'A: the quotes do not end, or more follows them; takes NAME="value"'],
    ['A="b"c', 'A: the quotes do not end, or more follows them; takes NAME="value"'],
    ["A='b", "A: the quotes do not end, or more follows them; takes NAME='value'"],
    ['A=b # c', 'A: a # behind a value; put the value in quotes, or the comment on its own line'],
    ['A=b\u0000c', 'A: a control character stands in the value'],
    ['Z=2', 'Z: stands in line 1 already'],
  ])('refuses the line %j', (line, reason) => {
    expect(parseSettings(`Z=1\n${line}\n`).faults).toEqual([{ line: 2, reason }]);
  });

  it('reads back what was written', () => {
    const values = anyText().filter((text) => !/\p{Cc}/u.test(text) && text === text.trim());
    fc.assert(
      fc.property(values, (text) => {
        expect(read(renderSetting('NAME', text))).toEqual({ NAME: text });
      }),
    );
  });
});
