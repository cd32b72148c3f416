import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVisitor, type Answer, type Visitor } from '#support/api.ts';
import { startService, type RunningService } from '#support/running-service.ts';

let service: RunningService;
let visitor: Visitor;

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

beforeAll(async () => {
  service = await startService({ DELIVERY: 'preview' });
  visitor = createVisitor({ url: service.program.publicUrl });
});
afterAll(() => service.stop());

function expectAnswer(answer: Answer, status: number, body: unknown): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
}

async function expectRules(path: string): Promise<void> {
  const rule = { pattern: 'shop-*', kind: 'glob', action: 'make', forwardTo: null, labels: ['Shops', 'mail'] };
  const saved = { message: 'Rules saved', rules: [rule] };
  expectAnswer(await visitor.send('PUT', path, { rules: [{ ...rule, labels: ['Shops', ' mail ', 'shops'] }] }), 200, {
    ...saved,
    rules: [{ ...rule, labels: ['shops', 'mail'] }],
  });
  expectAnswer(await visitor.send('PUT', path, { rules: [rule] }), 200, saved);
  expectAnswer(await visitor.send('GET', path), 200, { rules: [rule] });
  expectAnswer(await visitor.send('POST', `${path}/test`, { address: 'shop-eu' }), 200, {
    outcome: 'make',
    rule: { ...rule, index: 0 },
    message: 'The first mail makes this alias, once it proved not to be junk.',
  });
  const many = Array.from({ length: 11 }, (_, number) => `label ${number}`);
  for (const [wrong, fault] of [
    [{ ...rule, action: 'refuse' }, 'A rule that refuses mail makes nothing to label'],
    [{ ...rule, labels: many }, 'A rule can have at most 10 labels'],
    [{ ...rule, labels: ['a,b'] }, 'A label must not contain commas'],
  ] as const) {
    expectAnswer(await visitor.send('PUT', path, { rules: [wrong] }), 400, {
      message: 'Please fix the errors shown below and try again.',
      code: 'invalid_input',
      errors: { rules: [fault] },
    });
  }
}

it('answers every call about domains, each field and text to the letter', async () => {
  const email = 'ann@home.example';
  expect((await visitor.send('POST', '/api/auth/register', { email, password: 'correct horse battery' })).status).toBe(
    201,
  );
  const path = '/api/account/domains';
  const offered = { own: true, below: [] };
  expectAnswer(await visitor.send('GET', path), 200, { domains: [], offered });
  expectAnswer(await visitor.send('POST', path, { name: 'co.uk' }), 400, {
    message: 'Please fix the errors shown below and try again.',
    code: 'invalid_input',
    errors: { name: ['Names like this are for everybody to register under. Bring one that is yours.'] },
  });
  const check = (name: string, type: string, value: string) => ({
    check: name,
    ok: false,
    expected: [{ type, name: 'mail.example.org', value }],
    found: [],
  });
  const domain = {
    id: uuid,
    name: 'mail.example.org',
    kind: 'own',
    state: 'unverified',
    role: 'admin',
    owned: true,
    checks: [
      {
        ...check('ownership', 'TXT', ''),
        expected: [
          { type: 'TXT', name: '_kauke.mail.example.org', value: expect.stringMatching(/^kauke=[a-z2-7]{26}$/) },
        ],
      },
      check('mx', 'MX', expect.stringMatching(/^10 /) as string),
      check('spf', 'TXT', 'v=spf1 include:kauke.test ~all'),
      {
        ...check('dkim', 'CNAME', ''),
        expected: ['k1', 'k2'].map((selector) => ({
          type: 'CNAME',
          name: `${selector}._domainkey.mail.example.org`,
          value: `${selector}._domainkey.kauke.test`,
        })),
      },
      {
        ...check('dmarc', 'TXT', ''),
        expected: [{ type: 'TXT', name: '_dmarc.mail.example.org', value: 'v=DMARC1; p=quarantine' }],
      },
    ],
    checkedAt: null,
    catchAll: 'off',
    proofDueAt: null,
    lostAt: null,
    defaultForwardTo: null,
    active: true,
    randomEndings: false,
    fromName: null,
    description: null,
    othersRoles: 0,
    createdAt: expect.any(String),
  };
  const claimed = await visitor.send('POST', path, { name: 'Mail.Example.org' });
  const message = 'mail.example.org is added. Publish the records, then check them.';
  expectAnswer(claimed, 201, { message, domain });
  expectAnswer(await visitor.send('GET', path), 200, { domains: [domain], offered });
  expectAnswer(await visitor.send('POST', path, { name: 'mail.example.org' }), 409, {
    message: 'This domain is in your list already.',
    code: 'domain_exists',
  });
  const { id } = (claimed.body as { domain: { id: string } }).domain;
  expectAnswer(await visitor.send('PATCH', `${path}/${id}`, { catchAll: 'all' }), 200, {
    message: 'Domain changed',
    domain: { ...domain, catchAll: 'all' },
  });
  await expectRules(`${path}/${id}/rules`);
  expectAnswer(await visitor.send('DELETE', `${path}/${id}`), 200, { message: 'Domain removed' });
});
