import { describe, expect, it } from 'vitest';
import { chosenFor, findBest, splitQuery } from '#web/app/palette/find-best.ts';

function candidates(...texts: readonly string[]) {
  return texts.map((text) => ({ text, also: '' }));
}

function search(texts: readonly string[], query: string): string[] {
  return findBest(candidates(...texts), splitQuery(query), 10).map(({ text }) => text);
}

describe('what is found', () => {
  it('begins with what begins so, then where a word does, then what holds it, then its letters apart', () => {
    const texts = [
      's-h-o-p@kauke.test',
      'workshop@kauke.test',
      'old.shop@kauke.test',
      'shop@kauke.test',
      'bank@kauke.test',
    ];
    expect(search(texts, 'Shop')).toEqual([
      'shop@kauke.test',
      'old.shop@kauke.test',
      'workshop@kauke.test',
      's-h-o-p@kauke.test',
    ]);
  });

  it('keeps the order it is given where two are alike, which puts the recent ones first', () => {
    expect(search(['news2@kauke.test', 'news1@kauke.test'], 'news')).toEqual(['news2@kauke.test', 'news1@kauke.test']);
    expect(search(['b', 'a'], ' ')).toEqual(['b', 'a']);
  });

  it('holds every word, in whatever order, and looks into notes and labels last', () => {
    expect(search(['shop@kauke.test', 'shop@mask.test'], 'mask shop')).toEqual(['shop@mask.test']);
    const noted = { text: 'quiet.heron@kauke.test', also: 'the garden club' };
    const named = { text: 'garden@kauke.test', also: '' };
    expect(findBest([noted, named], splitQuery('garden'), 10)).toEqual([named, noted]);
    expect(findBest([noted, named], splitQuery('garden zebra'), 10)).toEqual([]);
  });

  it('takes letters apart only in their order, and never a single one', () => {
    expect(search(['shop@kauke.test'], 'shkt')).toEqual(['shop@kauke.test']);
    expect(search(['shop@kauke.test'], 'tkhs')).toEqual([]);
    expect(search(['shop'], 'z')).toEqual([]);
  });

  it('looks through 10,000 aliases, and shows no more than are asked for', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      text: `quiet.heron${at}@kauke.test`,
      also: `owner${at}@example.com a note about number ${at}`,
    }));
    const found = ['h', 'heron99', 'note 77', 'zzz'].map((query) => findBest(many, splitQuery(query), 30).length);
    expect(found).toEqual([30, 30, 30, 0]);
  });
});

it('Enter means what is typed by now, though what is drawn still answers what was typed before', () => {
  const find = (query: string): string[] => search(['shop@mail.test', 'ship@mail.test'], query);
  const drawn = { query: 'sh', found: find('sh') };
  expect(chosenFor('sh', 1, drawn, find)).toBe(drawn.found[1]);
  expect(chosenFor('ship', 0, drawn, find)).toBe('ship@mail.test');
  expect(chosenFor('ship', 1, drawn, find)).toBe('ship@mail.test');
  expect(chosenFor('zebra', 0, drawn, find)).toBe(undefined);
});
