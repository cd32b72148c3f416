import { describe, expect, it } from 'vitest';
import {
  addTargets,
  formatEntered,
  parseEntered,
  readTargets,
  typeTargets,
} from '#web/features/aliases/targets/read-targets.ts';

const nothing = { pieces: [], draft: '' };

describe('readTargets', () => {
  it('finds targets between commas, semicolons, spaces and lines', () => {
    expect(readTargets(' a@x.lt, b@x.lt;c@x.lt\r\nd@x.lt  https://hook.lt/in ')).toEqual([
      'a@x.lt',
      'b@x.lt',
      'c@x.lt',
      'd@x.lt',
      'https://hook.lt/in',
    ]);
  });

  it('takes the addresses out of a pasted mailing list', () => {
    const list = 'Rūta Rūtaitė <ruta@x.lt>, "Jonaitis, Jonas" <jonas@x.lt>;\nmailto:egle@x.lt';
    expect(readTargets(list)).toEqual(['ruta@x.lt', 'jonas@x.lt', 'egle@x.lt']);
  });

  it('keeps what is no target, so that its writer sees it', () => {
    expect(readTargets('not-an-address, <>')).toEqual(['not-an-address']);
  });
});

describe('a field of targets', () => {
  it('finishes what stands before a separator and goes on with the rest', () => {
    expect(typeTargets(nothing, 'a@x.lt')).toEqual({ pieces: [], draft: 'a@x.lt' });
    expect(typeTargets(nothing, 'a@x.lt ')).toEqual({ pieces: ['a@x.lt'], draft: '' });
    expect(typeTargets({ pieces: ['a@x.lt'], draft: 'b' }, 'b@x.lt\nc')).toEqual({
      pieces: ['a@x.lt', 'b@x.lt'],
      draft: 'c',
    });
  });

  it('finishes all of a pasted text together with what was being typed', () => {
    expect(addTargets({ pieces: ['a@x.lt'], draft: 'b@x.lt' }, 'c@x.lt\nd@x.lt')).toEqual({
      pieces: ['a@x.lt', 'b@x.lt', 'c@x.lt', 'd@x.lt'],
      draft: '',
    });
  });

  it('writes itself as text and reads itself back', () => {
    const entered = { pieces: ['a@x.lt', 'https://hook.lt'], draft: 'b@' };
    expect(formatEntered(entered)).toBe('a@x.lt, https://hook.lt, b@');
    expect(parseEntered(formatEntered(entered))).toEqual(entered);
    expect(parseEntered('')).toEqual(nothing);
    expect(formatEntered(nothing)).toBe('');
  });

  it('holds the same inbox once, and URLs that differ in letter case both', () => {
    expect(formatEntered({ pieces: ['a@x.lt', 'A@x.lt'], draft: '' })).toBe('A@x.lt, ');
    const urls = ['https://hook.lt/a', 'https://hook.lt/A', 'https://hook.lt/a'];
    expect(formatEntered({ pieces: urls, draft: '' })).toBe('https://hook.lt/a, https://hook.lt/A, ');
  });
});
