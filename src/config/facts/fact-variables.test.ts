import { describe, expect, it } from 'vitest';
import { loadConfig, type Machine } from '#config/load-config.ts';
import { mxOperator } from '#support/mx-operator.ts';
import { configFaults } from '#support/config-faults.ts';

const machine: Machine = { isRoot: false, workingDirectory: '/srv/kauke', processors: 1 };
const mx = { ...mxOperator, MAIL_DOMAINS: 'kauke.example' };

const stated = {
  LAUNCHED: 'march 2026',
  REPORT_NEXT: 'May  2027',
  GOVERNMENT_REQUESTS: '2026:2,3, 1',
  SECURITY_INCIDENTS: '0, 1 ,2',
};
const values = {
  launched: '2026-03',
  reportNext: '2027-05',
  governmentRequests: { since: 2026, received: 2, accountsAffected: 3, compliedWith: 1 },
  incidents: { breaches: 0, unauthorizedAccess: 1, disruptions: 2 },
};
const unstated = { launched: null, reportNext: null, governmentRequests: null, incidents: null };

function faultsOf(environment: Record<string, string>): readonly string[] {
  return configFaults(() => loadConfig(environment, machine));
}

describe("the operator's facts", () => {
  it('are those of the service it shows in a preview, unless stated', () => {
    const preview = {
      operatorName: 'Kauke',
      operatorCountry: 'Lithuania',
      launched: '2025-01',
      reportNext: '2026-08',
      governmentRequests: { since: 2025, received: 0, accountsAffected: 0, compliedWith: 0 },
      incidents: { breaches: 0, unauthorizedAccess: 0, disruptions: 0 },
    };
    expect(loadConfig({}, machine).legal).toEqual(preview);
    expect(loadConfig({ ...stated, OPERATOR_COUNTRY: 'Iceland' }, machine).legal).toEqual({
      ...preview,
      ...values,
      operatorCountry: 'Iceland',
    });
  });

  it('are nobody else’s where mail goes to the world', () => {
    const own = { operatorName: mxOperator.OPERATOR_NAME, operatorCountry: mxOperator.OPERATOR_COUNTRY };
    expect(loadConfig(mx, machine).legal).toEqual({ ...own, ...unstated });
    expect(loadConfig({ ...mx, ...stated }, machine).legal).toEqual({ ...own, ...values });
    const smarthost = { SMARTHOST_URL: 'smtp://relay.example', OPERATOR_EMAIL: 'me@example.com' };
    expect(loadConfig(smarthost, machine).legal).toEqual({ operatorName: 'Kauke', operatorCountry: null, ...unstated });
  });

  it.each(Object.keys(stated) as (keyof typeof stated)[])('are stated one by one: %s', (name) => {
    const facts = Object.values(loadConfig({ ...mx, [name]: stated[name] }, machine).legal);
    expect(facts.filter((fact) => fact !== null)).toHaveLength(3);
  });

  it.each([
    ['OPERATOR_COUNTRY', '42'],
    ['OPERATOR_COUNTRY', '<b>x</b>'],
    ['LAUNCHED', '2025-01'],
    ['LAUNCHED', 'Smarch 2025'],
    ['REPORT_NEXT', 'August'],
    ['REPORT_NEXT', 'August 26'],
    ['GOVERNMENT_REQUESTS', '0'],
    ['GOVERNMENT_REQUESTS', '0, 0, 0'],
    ['GOVERNMENT_REQUESTS', '2025: 0, 0'],
    ['GOVERNMENT_REQUESTS', '2025: 1, 1, 2'],
    ['GOVERNMENT_REQUESTS', '2025: -1, 0, 0'],
    ['SECURITY_INCIDENTS', 'none'],
    ['SECURITY_INCIDENTS', '0, 0, 0, 0'],
  ])('are refused in one line: %s = %s', (name, value) => {
    expect(faultsOf({ ...mx, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: got "${value}"; takes .+$`, 'u')),
    ]);
  });
});
