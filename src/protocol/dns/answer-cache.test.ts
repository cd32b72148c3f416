import { describe, expect, it } from 'vitest';
import { createAnswerCache } from '#protocol/dns/answer-cache.ts';
import type { TimedAnswer } from '#protocol/dns/read-answer.ts';

function answerOf(length: number): TimedAnswer<string> {
  return {
    answer: { kind: 'found', records: ['x'.repeat(length)], authenticated: false },
    ttlMs: 1000,
  };
}

describe('createAnswerCache', () => {
  it('drops what was not used for longest when it is full', async () => {
    const cache = createAnswerCache({ clock: { now: () => 0 }, maxBytes: 11_000 });
    const asked: string[] = [];
    const use = (key: string, length = 3000) =>
      cache.remember(key, async () => {
        asked.push(key);
        return answerOf(length);
      });
    for (const key of ['a', 'b', 'a', 'c', 'd', 'a', 'b']) await use(key);
    // c pushed nothing out, d pushed b out, b pushed c out.
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'b']);
    await use('a');
    expect(asked).toHaveLength(5);
    // Larger than all there is room for: not kept, and nothing else either.
    await use('huge', 20_000);
    await use('huge', 20_000);
    expect(asked.filter((key) => key === 'huge')).toHaveLength(2);
  });
});
