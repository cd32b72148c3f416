import { readFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import type * as rolldown from 'rolldown/utils';
import { compileCache } from '#support/compile-cache.ts';

/**
 * Before all else in each process of the tests. Node reads our files itself, strips them of their types, and keeps what it compiled:
 * calls from one module to another then take no detour through the test runner, as they take none in the program.
 */
enableCompileCache(compileCache.NODE_COMPILE_CACHE);

const load = createRequire(import.meta.url);

/** What Node cannot read by itself: pages, which hold JSX. Threads begin by this, too, and most of all never see one. */
registerHooks({
  load: (url, context, next) => {
    const { pathname } = new URL(url);
    if (!pathname.endsWith('.tsx')) return next(url, context);
    const { transformSync } = load('rolldown/utils') as typeof rolldown;
    const { code, errors } = transformSync(pathname, readFileSync(pathname, 'utf8'));
    if (errors.length > 0) throw new Error(`${pathname}: ${errors.map(({ message }) => message).join(' ')}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});

// As in the English build.
Object.assign(globalThis, { __LANGUAGE__: 'en', __LOCALE__: undefined });
