import { describe, expect, it } from 'vitest';
import { htmlToText } from '#web/features/inbox/html-to-text.ts';

describe('htmlToText', () => {
  it('keeps words, line breaks and the addresses of links', () => {
    const html =
      '<html><head><title>T</title><style>p{color:red}</style></head><body><p>Hello,<br>you &amp; I&#33;</p>' +
      '<p><a class="b" href="https://kauke.test/x">Confirm</a></p></body></html>';
    expect(htmlToText(html)).toBe('Hello,\nyou & I!\nConfirm https://kauke.test/x');
  });

  it('drops scripts and comments', () => {
    expect(htmlToText('a<script>alert("x")</script><!-- secret -->b')).toBe('ab');
  });

  it('leaves unknown and impossible entities as they are', () => {
    expect(htmlToText('&bogus; &#x110000; &#1114112;')).toBe('&bogus; &#x110000; &#1114112;');
  });
});
