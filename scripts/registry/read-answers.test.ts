import { describe, expect, it } from 'vitest';
import { readAdvisories, readUpdates } from './read-answers.ts';

describe('readUpdates', () => {
  it('names what has a newer release, installed here or not', () => {
    const packages = {
      hono: { current: '4.13.13', wanted: '4.13.13', latest: '4.14.0', dependent: 'kauke' },
      'for-other-systems': { wanted: '1.0.0', latest: '1.0.0', dependent: 'kauke' },
      'newer-for-others': { wanted: '1.0.0', latest: '2.0.0', dependent: 'kauke' },
    };
    expect(readUpdates(JSON.stringify(packages))).toEqual({
      kind: 'answer',
      updates: [
        { name: 'hono', current: '4.13.13', latest: '4.14.0' },
        { name: 'newer-for-others', current: '1.0.0', latest: '2.0.0' },
      ],
    });
  });

  it('finds nothing where npm has nothing to say', () => {
    expect(readUpdates('{}')).toEqual({ kind: 'answer', updates: [] });
  });

  it.each([
    ['', 'npm said nothing in time'],
    ['<html>', 'npm named no reason'],
    [
      JSON.stringify({ error: { code: 'ECONNREFUSED', summary: 'to npm.example failed' } }),
      'npm was told ECONNREFUSED',
    ],
  ])('takes %j for no answer', (text, why) => {
    expect(readUpdates(text)).toEqual({ kind: 'no-answer', why });
  });
});

describe('readAdvisories', () => {
  it('names each package with its holes, or through which other it has them', () => {
    const vulnerabilities = {
      one: { severity: 'high', range: '<1.2.3', via: [{ title: 'Reads any file', url: 'https://x.example' }] },
      two: { severity: 'high', range: '*', via: ['one'] },
    };
    expect(readAdvisories(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual({
      kind: 'answer',
      advisories: [
        { name: 'one', severity: 'high', range: '<1.2.3', titles: ['Reads any file'] },
        { name: 'two', severity: 'high', range: '*', titles: ['through one'] },
      ],
    });
  });

  it('finds nothing in an empty report', () => {
    expect(readAdvisories('{"vulnerabilities":{}}')).toEqual({ kind: 'answer', advisories: [] });
  });

  it.each([
    ['', 'npm said nothing in time'],
    [JSON.stringify({ message: '405 at npm.example', statusCode: 405, error: { summary: '' } }), 'npm was told 405'],
    [JSON.stringify({ message: 'failed', error: { summary: '', detail: '' } }), 'npm named no reason'],
  ])('takes %j for no answer', (text, why) => {
    expect(readAdvisories(text)).toEqual({ kind: 'no-answer', why });
  });
});
