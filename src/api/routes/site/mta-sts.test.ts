import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeStsPolicy } from '#core/domains/domain-records.ts';
import { parseStsPolicy } from '#protocol/smtp-client/mta-sts.ts';
import { startTestApi, testSite, type TestApi } from '#support/api.ts';
import { askAsHost, type HostAnswer } from '#support/ask-as-host.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;
const policy = makeStsPolicy('mx.kauke.test', true);

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core, { site: { ...testSite, stsPolicy: policy.text } });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function get(host: string): Promise<HostAnswer> {
  return askAsHost(`${api.url}/.well-known/mta-sts.txt`, host);
}

describe('the MTA-STS policy', () => {
  it.each(['mta-sts.kauke.test', 'MTA-STS.mask.test', 'mta-sts.kauke.test:8080'])(
    'is given at %s, and our own reader understands it',
    async (host) => {
      const { status, type, text } = await get(host);
      expect(status).toBe(200);
      expect(type).toMatch(/^text\/plain/);
      expect(parseStsPolicy(text)).toEqual({ mode: 'enforce', hosts: ['mx.kauke.test'], maxAgeSeconds: 1_209_600 });
    },
  );

  it.each(['kauke.test', 'mta-sts.foreign.example', 'mta-sts.', 'x.mta-sts.kauke.test', 'localhost'])(
    'is not given at %s',
    async (host) => {
      const { status, text } = await get(host);
      expect(status).toBe(404);
      expect(text).not.toContain('STSv1');
    },
  );

  it('has another id when it says something else', () => {
    expect(policy.id).toMatch(/^[0-9a-f]{24}$/);
    expect(makeStsPolicy('mx.kauke.test', true).id).toBe(policy.id);
    expect(makeStsPolicy('mx.other.test', true).id).not.toBe(policy.id);
    expect(makeStsPolicy('mx.kauke.test', false).id).not.toBe(policy.id);
  });

  it('ends what was asked before where somebody else takes the mail', () => {
    const ending = makeStsPolicy(null, true);
    expect(ending.text).toBe('version: STSv1\r\nmode: none\r\nmax_age: 86400\r\n');
    expect(ending.id).not.toBe(policy.id);
  });

  it('asks for nothing while the certificate is one that nobody can check', () => {
    expect(parseStsPolicy(makeStsPolicy('mx.kauke.test', false).text)?.mode).toBe('testing');
  });
});
