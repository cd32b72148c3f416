import { describe, expect, it } from 'vitest';
import { splitDatabaseUrl } from './split-database-url.ts';

describe('splitDatabaseUrl', () => {
  it('makes one URL for each host, with all that belongs to each', () => {
    expect(splitDatabaseUrl('postgres://u:p%40,w@one:5432,two,[::1]:7/db?sslmode=require')).toEqual([
      'postgres://u:p%40,w@one:5432/db?sslmode=require',
      'postgres://u:p%40,w@two/db?sslmode=require',
      'postgres://u:p%40,w@[::1]:7/db?sslmode=require',
    ]);
    expect(splitDatabaseUrl('postgresql://one')).toEqual(['postgresql://one']);
  });

  it.each([
    'mysql://one/db',
    'postgres://',
    'postgres:///db',
    'postgres://one,/db',
    'postgres://one,two:port/db',
    'one',
  ])('takes %s for no address of a database', (text) => {
    expect(splitDatabaseUrl(text)).toBeNull();
  });
});
