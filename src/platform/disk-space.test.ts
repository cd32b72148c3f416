import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFreeSpace } from '#platform/disk-space.ts';

describe('readFreeSpace', () => {
  it('tells what a disk has left, also for a folder that is yet to be made there', async () => {
    expect(await readFreeSpace(tmpdir())).toBeGreaterThan(0);
    expect(await readFreeSpace(join(tmpdir(), 'kauke-never', 'made'))).toBeGreaterThan(0);
  });

  it('cannot tell of what is no folder', async () => {
    await expect(readFreeSpace(join(import.meta.filename, 'below'))).rejects.toThrow('ENOTDIR');
  });
});
