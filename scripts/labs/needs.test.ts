import { expect, it } from 'vitest';
import { labs } from './labs.ts';
import { findMissing, program, variable } from './needs.ts';

it('tells what is missing, and the package that brings it', async () => {
  const needs = [
    program('sh', 'dash'),
    program('no-such-program', 'no-such-package'),
    variable('NO_SUCH_KEY', 'a key'),
  ];
  expect(await findMissing(needs)).toEqual([
    'the program no-such-program (Debian package no-such-package)',
    'the variable NO_SUCH_KEY: a key',
  ]);
});

it('knows each lab by a name of its own', () => {
  expect(new Set(labs.map(({ name }) => name)).size).toBe(labs.length);
});
