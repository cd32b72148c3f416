import { describe, expect, it } from 'vitest';
import { createTestLog, followProgramLog, takeTellingLines } from '#support/test-log.ts';
import { PassThrough } from 'node:stream';

describe('the search of the logs of all tests', () => {
  it.each([
    'ann@home.example',
    'Ann+tag@sub.home.org',
    'mx.home.example',
    'kauke.test',
    'MASK.TEST',
    '192.0.2.1',
    '::1',
    '2001:db8:1:2::3',
  ])('finds %s', (address) => {
    createTestLog().warn('an_event', { detail: `before ${address} after` });
    expect(takeTellingLines()).toHaveLength(1);
  });

  it('finds one in the output of a program, however it was cut, and only in its log', async () => {
    const stderr = new PassThrough();
    followProgramLog(stderr);
    stderr.write(
      'MX_PORT 25 on 127.0.0.1 is taken\n{"time":"2026-11-21T12:00:00.000Z","level":"info","event":"x","a":"a@b.ex',
    );
    stderr.end('ample"}\n');
    await new Promise((resolve) => stderr.on('close', resolve));
    expect(takeTellingLines()).toEqual([expect.stringContaining('a@b.example')]);
  });

  it('takes no stack, time or id for an address', () => {
    const error = new Error('to ann@home.example');
    error.stack =
      'Error: x\n    at a (file:///srv/node_modules/@hono/node-server/dist/x.mjs:72:26)\n    at x (src/a.test.ts:1:2)';
    createTestLog().error('an_event', error, { id: '422da0b3-1c7e-470e-864b-9a99d3033274', version: '1.0.24' });
    expect(takeTellingLines()).toEqual([]);
  });
});
