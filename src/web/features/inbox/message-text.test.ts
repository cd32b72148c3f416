import { describe, expect, it } from 'vitest';
import { splitLinks } from '#web/features/inbox/message-text.tsx';

describe('splitLinks', () => {
  it('finds web addresses and leaves the punctuation of the sentence outside', () => {
    expect(splitLinks('Open http://localhost:3000/confirm#aB_-9. Or (https://kauke.test/a?b=c), then go.')).toEqual([
      { text: 'Open ', isLink: false },
      { text: 'http://localhost:3000/confirm#aB_-9', isLink: true },
      { text: '. Or (', isLink: false },
      { text: 'https://kauke.test/a?b=c', isLink: true },
      { text: '), then go.', isLink: false },
    ]);
  });

  it('makes no link of any other scheme', () => {
    expect(splitLinks('javascript:alert(1) data:text/html,x')).toEqual([
      { text: 'javascript:alert(1) data:text/html,x', isLink: false },
    ]);
  });

  it('loses no character', () => {
    const text = 'a\nhttps://x.test/\n\nhttp:// b https://y.test/)';
    expect(
      splitLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
