import { describe, expect, it } from 'vitest';
import { isAutomatic } from '#protocol/message/is-automatic.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

function check(field: string, reversePath = 'ann@office.example'): boolean {
  return isAutomatic(parseMessage(Buffer.from(`From: ann@office.example\r\n${field}\r\n\r\nx`)), reversePath);
}

describe('a message', () => {
  it.each([
    'Auto-Submitted: auto-replied (vacation)',
    'auto-submitted: AUTO-GENERATED; owner-email=x',
    'X-Autoreply: yes',
    'X-Autorespond:',
    'Precedence: bulk',
    'Precedence: auto_reply',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  ])('with %s was written by a program', (field) => {
    expect(check(field)).toBe(true);
  });

  it.each([
    'Subject: Out of office',
    'Auto-Submitted: no',
    'Auto-Submitted: No (by hand)',
    'Precedence: list',
    'X-Auto-Response-Suppress: All',
    'Content-Type: multipart/mixed; boundary=b',
  ])('with %s was written by somebody', (field) => {
    expect(check(field)).toBe(false);
  });

  it('from the null reverse-path was written by a program', () => {
    expect(check('Subject: x', '')).toBe(true);
  });
});
