import { describe, expect, it } from 'vitest';
import { findMisses } from './audit-routes.ts';
import { allRoutes, chooseRoutes } from './routes.ts';

const full = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcpMs: 900,
  tbtMs: 0,
  cls: 0,
  faults: [],
};

describe('the audit of routes', () => {
  it('finds what misses its budget, and asks of private pages nothing for search engines', () => {
    const route = { path: '/', isSignedIn: false, isPublic: true };
    expect(findMisses(route, full)).toEqual([]);
    const poor = { ...full, performance: 96, seo: 92, lcpMs: 1801, cls: 0.021 };
    expect(findMisses(route, poor)).toEqual([
      '/: performance 96, at least 97',
      '/: seo 92, at least 100',
      '/: LCP 1801 ms, at most 1800',
      '/: CLS 0.021, at most 0.02',
    ]);
    const own = { path: '/dashboard', isSignedIn: true, isPublic: false };
    expect(findMisses(own, { ...full, seo: 60 })).toEqual([]);
    expect(findMisses(own, { ...full, accessibility: 99 })).toEqual([
      '/dashboard, signed in: accessibility 99, at least 100',
    ]);
  });

  it('goes to every page, guide and section once, and once signed in', () => {
    const routes = allRoutes('/aliases/one');
    const names = routes.map(({ path, isSignedIn }) => `${path} ${isSignedIn}`);
    expect(new Set(names).size).toBe(names.length);
    for (const path of ['/', '/docs/api', '/privacy', '/settings/data', '/nowhere']) {
      expect(names).toContain(`${path} false`);
    }
    expect(names).toContain('/settings/data true');
    expect(names).toContain('/aliases/one true');
    // Who is signed in gets a page that the browser draws.
    for (const path of ['/', '/privacy', '/docs/replies', '/nowhere']) expect(names).toContain(`${path} true`);
    expect(names).not.toContain('/auth true');
  });

  it('goes where it is told, by path or by page', () => {
    const alias = '/aliases/00000000-0000-4000-8000-000000000001';
    const routes = allRoutes(alias);
    const told = (...paths: string[]) =>
      chooseRoutes(routes, paths).map(({ path, isSignedIn }) => `${path} ${isSignedIn}`);
    expect(told('/aliases/:id', '/auth')).toEqual(['/auth false', `${alias} true`]);
    expect(told('/nowhere')).toEqual(['/nowhere false', '/nowhere true']);
    expect(told('/docs/:guide')).toContain('/docs/api true');
    expect(chooseRoutes(routes, null)).toEqual(routes);
  });
});
