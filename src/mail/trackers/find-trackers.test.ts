import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTrackers } from '#mail/trackers/find-trackers.ts';

function clean(html: string): string {
  let at = 0;
  let kept = '';
  for (const { from, to } of findTrackers(html)) {
    kept += html.slice(at, from);
    at = to;
  }
  return kept + html.slice(at);
}

describe('an image', () => {
  it.each([
    ['of one dot', '<img src="https://x.example/a" width="1" height="1">'],
    ['of one dot by its style', `<IMG alt='' style='width: 1px !important; height:1px' src='//x.example/a'/>`],
    ['without a height', '<img src=https://x.example/a height=0>'],
    ['that nobody sees', '<img src="https://x.example/a" style="display:none">'],
    ['of a counter', '<img src="https://u1.ct.sender.example/wf/open?upn=abc" alt="">'],
    ['of a known counter', '<img src="http://mailtrack.io/trace/mail/abc.png?u=1">'],
    ['of Mailchimp', '<img src="https://a.us1.list-manage.com/track/open.php?u=1&amp;id=2" height="1" width="1">'],
    ['over two lines', '<img\r\n src="https://x.example/a"\r\n width="1"\r\n height="1" >'],
    ['for one program', '<!--[if mso]><img src="https://x.example/a" width="1" height="1"><![endif]-->'],
    ['without scripts', '<noscript><img src="https://x.example/a" width="1" height="1"></noscript>'],
  ])('%s goes', (_what, image) => {
    expect(clean(`<p>a${image}b</p>`)).toBe(`<p>a${image.replace(/<img[^>]*>/i, '')}b</p>`);
  });

  it.each([
    ['to look at', '<img src="https://x.example/logo.png" width="120" height="40">'],
    ['that says no size', '<img src="https://x.example/logo.png">'],
    ['of the message itself', '<img src="cid:logo" width="1" height="1">'],
    ['within the link', '<img src="data:image/gif;base64,R0" width=1 height=1>'],
    ['that only looks like a counter', '<img src="https://x.example/photos/pixel.png" width="600">'],
    ['that a style sheet shows', '<img class="phone" src="https://x.example/a.png" style="display:none">'],
    ['that is a line', '<img src="https://x.example/line.gif" width="1" height="40">'],
    ['in a comment', '<!-- <img src="https://x.example/a" width=1 height=1> -->'],
    ['in a style', '<style>a{b:"<img src=https://x.example/a width=1 height=1>"}</style>'],
    ['that never ends', '<img src="https://x.example/a width=1 height=1>'],
  ])('%s stays', (_what, image) => {
    expect(findTrackers(`<p>a${image}`)).toEqual([]);
  });
});

describe('a link', () => {
  it.each([
    ['https://a.example/?utm_source=x&id=7', 'https://a.example/?id=7'],
    ['https://a.example/?id=7&amp;utm_source=x&amp;UTM_Medium=y', 'https://a.example/?id=7'],
    ['https://a.example/?utm_source=x&#38;fbclid=y#top', 'https://a.example/#top'],
    ['https://a.example/?a=1&gclid=x&b=2&mc_eid=3&c=4', 'https://a.example/?a=1&b=2&c=4'],
    ['https://a.example/?utm%5Fsource=x&a', 'https://a.example/?a'],
    ['https://a.example/?a=&#61;1&utm_id=5', 'https://a.example/?a=&#61;1'],
    ['  HTTP://a.example/?utm_a=1&utm_b=2', '  HTTP://a.example/'],
  ])('%s goes without who clicked', (before, after) => {
    expect(clean(`<a class=b href="${before}">x</a>`)).toBe(`<a class=b href="${after}">x</a>`);
  });

  it.each([
    'https://a.example/?id=7',
    'https://a.example/#?utm_source=x',
    'https://a.example/?utm_source=x&Signature=abc',
    'https://a.example/utm_source=x',
    'mailto:a@b.example?utm_source=x',
    'https://a.example/?next=utm_source',
    'https://a.example/?utmost=1&amp;&&',
  ])('%s stays', (link) => {
    expect(findTrackers(`<a href='${link}'>x</a>`)).toEqual([]);
  });
});

const words = [
  '<',
  '>',
  '"',
  "'",
  '=',
  '/',
  '<!--',
  '-->',
  '<!--[if mso]>',
  '<style',
  '</style',
  '<img ',
  '<a href=',
  '?',
  '&',
];
const more = [
  '&amp;',
  '#',
  'utm_a=1',
  'src="https://x.example/open.gif"',
  'width=1 height=1',
  ' ',
  '\r\n',
  'x',
  '-',
  '\0',
  'é',
];
const anyHtml = fc.array(fc.constantFrom(...words, ...more), { maxLength: 60 }).map((parts) => parts.join(''));

it('finds cuts in order, within the text, and none a second time', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      let at = 0;
      for (const { from, to } of findTrackers(html)) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(at).toBeLessThanOrEqual(html.length);
    }),
    { numRuns: 2000 },
  );
});

/** What took longer than in proportion would outlast the test. */
it.each([
  '<!--[if <style',
  '<a href="',
  '<img a="\'',
  '<a href="https://a/?utm_a&',
  '<!-- ',
  '</',
  '<img src=//x/ ',
  '<x =',
])('reads any number of %s', (piece) => {
  const html = piece.repeat(400_000);
  const ends = findTrackers(html).flatMap(({ from, to }) => [from, to]);
  expect(ends.every((end, at) => end <= html.length && end >= (ends[at - 1] ?? 0))).toBe(true);
});
