import { describe, expect, it } from 'vitest';
import { frameHtml, framePolicy } from '#mail/preview/frame-html.ts';

describe('frameHtml', () => {
  it.each([
    ['<SCRIPT>alert(1)</script >', '<x-SCRIPT>alert(1)</x-script >'],
    ['<meta http-equiv=refresh content="0;url=https://evil.example/">', '<x-meta '],
    ['<link/rel=preconnect href=//evil.example>', '<x-link/rel'],
    ['<iframe\nsrcdoc="x">', '<x-iframe\n'],
    ['<base href=//evil.example/>', '<x-base '],
    ['<form action=//evil.example><button\tname=x>', '<x-form action=//evil.example><x-button\t'],
    ['<svg><a xlink:href="https://evil.example/">x</a></svg>', '<svg><x-a '],
    ['<object data=x></object><embed src=x>', '<x-object data=x></x-object><x-embed '],
  ])('takes the name from %s', (html, expected) => {
    expect(frameHtml(html)).toContain(expected);
  });

  it('leaves what only looks alike, in its place and order', () => {
    const html = '<abbr>a</abbr> <article>1 < 2 <b>x</b></article> &lt;script&gt; <address></address>';
    expect(frameHtml(html).endsWith(html)).toBe(true);
  });

  it('reads a million opened brackets', () => {
    expect(frameHtml('<a<'.repeat(1_000_000))).toMatch(/^<!doctype html>/iu);
  });
});

it('the policy sandboxes and loads nothing from anywhere', () => {
  expect(framePolicy).toMatch(/^sandbox; default-src 'none';/u);
  expect(framePolicy).not.toMatch(/allow-|https?:|\*|'self'(?<!frame-ancestors 'self')/u);
});
