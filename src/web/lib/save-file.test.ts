import { resolveObjectURL } from 'node:buffer';
import { afterEach, expect, it, vi } from 'vitest';
import { saveFile } from '#web/lib/save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a file that is saved is there for a browser that reads it after the click, and not for good', async () => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: () => undefined };
  vi.stubGlobal('document', { createElement: () => link });
  saveFile('codes.txt', 'text/plain', 'one\n');
  expect(link.download).toBe('codes.txt');
  expect(await resolveObjectURL(link.href)?.text()).toBe('one\n');
  vi.runAllTimers();
  expect(resolveObjectURL(link.href)).toBe(undefined);
});
