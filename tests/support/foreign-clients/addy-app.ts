import type { z } from 'zod';
import * as reads from '#support/foreign-clients/answers.ts';
import { ownerPassword, type ForeignCall } from '#support/foreign-clients/foreign-call.ts';

const mobileBase = {
  'content-type': 'application/json',
  'x-requested-with': 'XMLHttpRequest',
  accept: 'application/json',
  'user-agent': 'addy.io for Android',
};
const mobile = { ...mobileBase, authorization: 'Bearer {key}' };

function asked(path: string, answer: z.ZodType): ForeignCall {
  return {
    title: `asks for ${path}`,
    method: 'GET',
    path: `/api/v1/${path}`,
    headers: mobile,
    status: 200,
    answer,
  };
}

/** From the sign-in through every screen to the sign-out. */
export const mobileStart: readonly ForeignCall[] = [
  {
    title: 'signs in',
    method: 'POST',
    path: '/api/auth/login',
    headers: mobileBase,
    body: { username: 'ann@home.example', password: ownerPassword, device_name: 'addy.io for Android' },
    status: 200,
    answer: reads.keyAnswer,
    keep: { mobileKey: 'api_key' },
  },
  asked('app-version', reads.appVersion),
  { ...asked('account-details', reads.accountDetails), keep: { recipient: 'data.default_recipient_id' } },
  asked('recipients/{recipient}', reads.recipientAnswer),
  asked('recipients', reads.recipientList),
  asked('api-token-details', reads.tokenDetails),
  asked('domain-options', reads.domainOptions),
  {
    ...asked('aliases?filter[active]=true&page[size]=20&page[number]=1&sort=-created_at&with=labels', reads.aliasPage),
    keep: { alias: 'data.0.id' },
  },
  asked('aliases?recipient={recipient}&page[size]=20', reads.aliasPage),
  asked('aliases/{alias}', reads.aliasAnswer),
  asked('usernames', reads.emptyPage),
  asked('domains', reads.emptyPage),
  asked('rules', reads.emptyPage),
  asked('failed-deliveries', reads.emptyPage),
  asked('blocklist', reads.emptyPage),
  asked('labels', reads.emptyPage),
  asked('account-notifications', reads.emptyPage),
  asked('chart-data', reads.chartData),
  {
    title: 'gives an alias other recipients',
    method: 'POST',
    path: '/api/v1/alias-recipients',
    headers: mobile,
    body: { alias_id: '{alias}', recipient_ids: ['{recipient}'] },
    status: 200,
    answer: reads.aliasAnswer,
  },
  {
    title: 'gives an alias no recipients, which means the default one',
    method: 'POST',
    path: '/api/v1/alias-recipients',
    headers: mobile,
    body: { alias_id: '{alias}', recipient_ids: [] },
    status: 200,
    answer: reads.aliasAnswer,
  },
  {
    title: 'asks a recipient again that has agreed',
    method: 'POST',
    path: '/api/v1/recipients/email/resend',
    headers: mobile,
    body: { recipient_id: '{recipient}' },
    status: 409,
    answer: reads.refusal,
  },
  {
    title: 'signs out',
    method: 'POST',
    path: '/api/auth/logout',
    headers: { ...mobileBase, authorization: 'Bearer {mobileKey}' },
    status: 204,
    answer: null,
  },
  {
    title: 'is signed out',
    method: 'GET',
    path: '/api/v1/account-details',
    headers: { ...mobileBase, authorization: 'Bearer {mobileKey}' },
    status: 401,
    answer: reads.refusal,
  },
];
