import { domainAnswer, domainPage, usernameAnswer, usernamePage } from '#support/client-tables/addy-objects.ts';
import { callsOf, type ClientCall } from '#support/client-tables/client-call.ts';
import * as reads from '#support/foreign-clients/answers.ts';

interface Kind {
  readonly name: 'domains' | 'usernames';
  readonly thing: string;
  readonly answer: typeof domainAnswer | typeof usernameAnswer;
  readonly page: typeof domainPage | typeof usernamePage;
}

/** What is the same for both kinds. */
function changes(
  { name, thing, answer, page }: Kind,
  headers: ClientCall['headers'],
  cleared: string | null,
): ClientCall[] {
  const { call } = callsOf('/api/v1', headers, reads.refusal);
  const id = `{${name}}`;
  const one = (does: string, method: string, path: string, body?: unknown): ClientCall =>
    call(`${does} a ${thing}`, [method, path, body], { status: 200, reads: answer });
  const patched = (does: string, body: object): ClientCall =>
    call(`${does} a ${thing}`, ['PATCH', `/${name}/${id}`, body], {
      status: 200,
      reads: answer,
      shows: { data: body },
    });
  const removes = (does: string, path: string): ClientCall =>
    call(`${does} a ${thing}`, ['DELETE', `/${path}/${id}`], { status: 204, reads: null });
  return [
    call(`lists ${thing}s`, ['GET', `/${name}`], { status: 200, reads: page }),
    one('opens', 'GET', `/${name}/${id}`),
    patched('describes', { description: 'Ours' }),
    call(`clears the description of a ${thing}`, ['PATCH', `/${name}/${id}`, { description: cleared }], {
      status: 200,
      reads: answer,
      shows: { data: { description: null } },
    }),
    patched('names', { from_name: 'Ann' }),
    one('makes names by pattern on', 'PATCH', `/${name}/${id}`, { auto_create_regex: '^shop' }),
    one('chooses the inbox of', 'PATCH', `/${name}/${id}/default-recipient`, { default_recipient: '{recipient}' }),
    one('takes the inbox from', 'PATCH', `/${name}/${id}/default-recipient`, { default_recipient: '' }),
    one('catches all of', 'POST', `/catch-all-${name}`, { id }),
    removes('catches no longer all of', `catch-all-${name}`),
    call(`switches off a ${thing}`, ['DELETE', `/active-${name}/${id}`], {
      status: 204,
      reads: null,
      afterwards: { path: `/${name}/${id}`, shows: { data: { active: false } } },
    }),
    call(`switches on a ${thing}`, ['POST', `/active-${name}`, { id }], {
      status: 200,
      reads: answer,
      shows: { data: { active: true } },
    }),
    call(`lists aliases of a ${thing}`, ['GET', `/aliases?${thing === 'domain' ? 'domain' : 'username'}=${id}`], {
      status: 200,
      reads: reads.aliasPage,
    }),
  ];
}

/** What both apps of addy.io do with domains and usernames, which are sub-domains here. */
export function addyAppDomains(headers: ClientCall['headers'], cleared: string | null): ClientCall[] {
  const { call, refused } = callsOf('/api/v1', headers, reads.refusal);
  const own = { domain: '{ownDomain}' };
  const removes = (name: string, thing: string): ClientCall =>
    call(`removes a ${thing}`, ['DELETE', `/${name}/{${name}}`], { status: 204, reads: null });
  return [
    call('adds a domain, and reads what to publish', ['POST', '/domains', own], {
      status: 404,
      reads: reads.refusal,
      publish: true,
    }),
    call('adds a domain that is proven', ['POST', '/domains', own], {
      status: 201,
      reads: domainAnswer,
      keep: { domains: 'data.id' },
    }),
    ...changes({ name: 'domains', thing: 'domain', answer: domainAnswer, page: domainPage }, headers, cleared),
    removes('domains', 'domain'),
    call('adds a username', ['POST', '/usernames', { username: '{ownName}' }], {
      status: 201,
      reads: usernameAnswer,
      keep: { usernames: 'data.id' },
    }),
    ...changes({ name: 'usernames', thing: 'username', answer: usernameAnswer, page: usernamePage }, headers, cleared),
    refused(
      'lets a username sign in',
      ['POST', '/loginable-usernames', { id: '{usernames}' }],
      422,
      'one signs in by email',
    ),
    call('lets a username not sign in', ['DELETE', '/loginable-usernames/{usernames}'], { status: 204, reads: null }),
    removes('usernames', 'username'),
  ];
}
