import { expect, it } from 'vitest';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import { makeAuthenticationResults } from '#protocol/authentication/authentication-results.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { readResults } from '#mail/webhook/read-results.ts';

const signature = { selector: 's', algorithm: 'rsa-sha256', signaturePrefix: 'abc+/=12', signedFields: ['from'] };
const found: Authentication = {
  spf: { result: 'pass', domain: 'bounce.sender.example', scope: 'mailfrom' },
  dkim: [
    { ...signature, result: 'pass', domain: 'sender.example', comment: null },
    { ...signature, result: 'fail', domain: 'list.example', comment: 'body hash; dkim=pass' },
  ],
  dmarc: {
    result: 'pass',
    domain: 'sender.example',
    policy: 'reject',
    spfAligned: false,
    dkimAligned: 'sender.example',
  },
  arc: { result: 'none', instance: 0, sealers: [], comment: null },
};

function read(authentication: Authentication) {
  return readResults(fieldText(makeAuthenticationResults('mx.kauke.example', authentication)));
}

it('reads what we write: each method with its result and domain', () => {
  expect(read(found)).toEqual({
    spf: { result: 'pass', domain: 'bounce.sender.example' },
    dkim: [
      { result: 'pass', domain: 'sender.example' },
      { result: 'fail', domain: 'list.example' },
    ],
    dmarc: { result: 'pass', domain: 'sender.example' },
    arc: { result: 'none', domain: null },
  });
});

it('says nothing of what was not found', () => {
  const nothing = { ...found, spf: { result: 'none', domain: null, scope: 'helo' } as const, dkim: [] };
  expect(read(nothing)).toMatchObject({ spf: { result: 'none', domain: null }, dkim: [] });
  expect(readResults('')).toEqual({ spf: null, dkim: [], dmarc: null, arc: null });
});
