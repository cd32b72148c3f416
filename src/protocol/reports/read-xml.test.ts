import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml } from '#protocol/reports/read-xml.ts';

function read(xml: string): string[] {
  return [...readXml(xml)].map((element) => (element === 'broken' ? element : `${element.path}=${element.text}`));
}

describe('the reader of XML', () => {
  it('gives each element when it ends, by its path and with its own text', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- hi --><d:a xmlns:d="urn:x" k='v'>
      <b>one &amp; &#x74;&#119;o</b><c/><d><![CDATA[<3>]]></d></d:a>\n`;
    expect(read(xml)).toEqual(['a/b=one & two', 'a/c=', 'a/d=<3>', 'a=']);
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY x "xx">]><a>&x;</a>'],
    ['a document type behind an element', '<a><!DOCTYPE b></a>'],
    ['an entity of its own', '<a>&x;</a>'],
    ['a lone ampersand', '<a>R & D</a>'],
    ['what is cut off', '<a><b>1</b>'],
    ['a tag that is cut off', '<a><b'],
    ['a comment without an end', '<a></a><!-- '],
    ['tags that cross', '<a><b></a></b>'],
    ['two roots', '<a></a><b></b>'],
    ['text outside', 'x<a></a>'],
    ['an end too many', '<a></a></a>'],
    ['nothing', ''],
    ['a mark-up character in an attribute', '<a b="<"></a>'],
    ['elements too deep', '<a>'.repeat(20)],
    ['a text that goes on for long', `<a>${'x'.repeat(10_001)}</a>`],
    ['too many attributes', `<a${' b="c"'.repeat(50)}></a>`],
  ])('takes no %s', (_name, xml) => {
    expect(read(xml).at(-1)).toBe('broken');
  });

  it('keeps the beginning of a text, and stops at half a million elements', () => {
    expect(read(`<a>${'x'.repeat(5000)}</a>`)).toEqual([`a=${'x'.repeat(1000)}`]);
    let count = 0;
    let last: unknown;
    for (last of readXml(`<a>${'<b/>'.repeat(600_000)}</a>`)) count += 1;
    expect(last).toBe('broken');
    expect(count).toBe(500_000);
  });

  it('ends on whatever it is given, and breaks nothing', () => {
    const pieces = fc.constantFrom(
      '<a>',
      '</a>',
      '<b',
      '>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&',
      '<?',
      ' x="',
      '"',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 40 }), (parts) => {
        expect(Array.isArray(read(parts.join('')))).toBe(true);
      }),
    );
  });
});
