import { describe, expect, it } from 'vitest';
import { findPage, isPage, publicPages } from '#contract/pages.ts';

describe('the pages', () => {
  it.each([
    ['/', '/'],
    ['/about', '/about'],
    ['/docs', '/docs'],
    ['/docs/replies', '/docs/:guide'],
    ['/aliases/0b7c1f2e-9a34-4d5e-8f60-a1b2c3d4e5f6', '/aliases/:id'],
  ])('%s is %s', (path, page) => {
    expect(findPage(path)).toBe(page);
  });

  it.each([
    '/docs/:guide',
    '/docs/nothing',
    '/docs/',
    '/About',
    '/about/',
    '',
    '/x',
    '/aliases',
    '/aliases/:id',
    '/aliases/mine',
    '/aliases/0b7c1f2e-9a34-4d5e-8f60-a1b2c3d4e5f6/edit',
  ])('%j is none', (path) => {
    expect(findPage(path)).toBeNull();
    expect(isPage(path, true)).toBe(false);
  });

  it('have an inbox only in preview', () => {
    expect(isPage('/inbox', true)).toBe(true);
    expect(isPage('/inbox', false)).toBe(false);
  });

  it('are listed to search engines only where they are', () => {
    for (const path of publicPages) expect(isPage(path, false)).toBe(true);
  });
});
