import { describe, expect, it } from 'vitest';
import { readSource, type ImportGraph } from './import-graph.ts';
import { measureHouse } from './measure-house.ts';

function houseOf(sources: Readonly<Record<string, string>>): ImportGraph {
  return new Map(Object.entries(sources).map(([path, text]) => [path, readSource({}, path, text)] as const));
}

describe('the figures of the house', () => {
  it('tell lines in the middle, at nine tenths and at most', () => {
    const sources = Array.from({ length: 10 }, (_, index) => [`src/a${index}.ts`, '\n'.repeat(index * 10)]);
    const figures = measureHouse(houseOf(Object.fromEntries(sources) as Record<string, string>));
    expect(figures).toMatchObject({ files: 10, lines: 450, median: 50, p90: 90, max: 90 });
  });

  it('name rooms that import each other, and circles', () => {
    const figures = measureHouse(
      houseOf({
        'src/a/one.ts': "import '../b/two.ts';\n",
        'src/b/other.ts': "import '../a/three.ts';\n",
      }),
    );
    expect(figures).toMatchObject({
      mutual: ['src/a ↔ src/b'],
      circles: ['src: a → b (src/a/one.ts:1) → a (src/b/other.ts:1)'],
    });
  });
});
