import { expect, it } from 'vitest';
import { readPairingAnswer } from '#extension/lib/pairing.ts';

const asked = { origin: 'https://kauke.example', state: 'word' };

it.each([
  ['https://kauke.example/pair#code=abc&state=word', { code: 'abc' }],
  ['https://kauke.example/pair#refused=1&state=word', 'refused'],
])('the address %s answers', (url, answer) => {
  expect(readPairingAnswer(url, asked)).toEqual(answer);
});

it.each([
  undefined,
  'about:blank',
  'https://kauke.example/pair',
  'https://kauke.example/pair#challenge=abc&state=word',
  'https://kauke.example/pair#code=abc&state=other',
  'https://kauke.example/pair#code=abc',
  'https://kauke.example/elsewhere#code=abc&state=word',
  'https://kauke.example:8443/pair#code=abc&state=word',
  'http://kauke.example/pair#code=abc&state=word',
  'https://other.example/pair#code=abc&state=word',
])('the address %s answers nothing', (url) => {
  expect(readPairingAnswer(url, asked)).toBeNull();
});
