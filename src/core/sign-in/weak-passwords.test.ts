import { describe, expect, it } from 'vitest';
import { refuseWeakPassword } from '#core/sign-in/weak-passwords.ts';
import { accountFaultTexts as texts } from '#messages/faults.ts';

const owner = { email: 'ann.sparrow@kestrel.example', publicUrl: 'https://mask.village.example' };

async function faultOf(password: string): Promise<unknown> {
  return refuseWeakPassword(password, owner, 'newPassword').then(
    () => null,
    (error: unknown) => error,
  );
}

describe('a password that is to be set', () => {
  it.each([
    ['password', texts.passwordCommon],
    ['PassWord', texts.passwordCommon],
    ['p@ssw0rd', texts.passwordCommon],
    ['pass word', texts.passwordCommon],
    ['Dragon2024!', texts.passwordCommon],
    ['iloveyou', texts.passwordCommon],
    ['ｐａｓｓｗｏｒｄ', texts.passwordCommon],
    ['12345678', texts.passwordRegular],
    ['qwertyuiop', texts.passwordRegular],
    ['asdfgh12345', texts.passwordRegular],
    ['87654321', texts.passwordRegular],
    ['        ', texts.passwordRegular],
    ['a       b', texts.passwordRegular],
    ['aaaaaaaaaaaa', texts.passwordRegular],
    ['aaaabbbbcccc', texts.passwordRegular],
    ['horsehorse', texts.passwordRegular],
    ['kaukekauke', texts.passwordRegular],
    ['Kauke-2026', texts.passwordOwn],
    ['villagemask', texts.passwordOwn],
    ['ann.sparrow@kestrel.example', texts.passwordOwn],
    ['Ann Sparrow 1', texts.passwordOwn],
    ['kestrelsparrow', texts.passwordOwn],
  ])('is refused as %j', async (password, text) => {
    expect(await faultOf(password)).toMatchObject({
      code: 'invalid_input',
      details: { errors: { newPassword: [text] } },
    });
  });

  it.each([
    'correct horse',
    'four words are welcome',
    'sparrow likes the orange umbrella',
    'password of a long forgotten summer',
    'Kauke keeps my mail apart',
    '7hK2pQ9v',
    'žirafa ant stogo',
    '正確的馬電池釘書針',
    '🐎🔋📎🌂🍊🧦🎻🪁',
  ])('is taken as %j', async (password) => {
    expect(await faultOf(password)).toBeNull();
  });

  it('is searched for in the list as it is, whatever signs it holds', async () => {
    expect(await faultOf('","123456","')).toBeNull();
  });
});
