import { describe, expect, it } from 'vitest';
import { answersTo, isAuthenticatedBy } from '#mail/forward/vouched-mail.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

function answers(...fields: string[]): string {
  return answersTo(
    parseMessage(Buffer.from(`From: x@author.example\r\n${fields.join('\r\n')}\r\n\r\n`)),
    'news.example',
  );
}

describe('answersTo', () => {
  it('is the list, where the list is of the domain that vouched', () => {
    expect(answers('List-Post: <https://news.example/>, <mailto:talk@news.example?subject=x>')).toBe(
      'talk@news.example',
    );
    expect(answers('List-Post: <mailto:talk@lists.news.example> (members)')).toBe('talk@lists.news.example');
  });

  it.each(['List-Post: NO', 'List-Post: <mailto:ceo@bank.example>', 'List-Post: <mailto:x@evilnews.example>', 'X: y'])(
    'is nobody where there is %j',
    (field) => {
      expect(answers(field)).toBe('nobody@news.example.invalid');
    },
  );
});

describe('isAuthenticatedBy', () => {
  it('takes the domain and what is below it', () => {
    const domains = ['news.example', 'a.b.news.example', 'evilnews.example', 'example', 'news.example.evil.example'];
    expect(domains.filter((domain) => isAuthenticatedBy(`x@${domain}`, 'news.example'))).toEqual(domains.slice(0, 2));
  });
});
