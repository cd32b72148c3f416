import { joiner, normalizeObfuscation } from '#mail/as-alias/normalize-obfuscation.ts';

/**
 * Letters of other scripts that look like one of ASCII, and its small capitals: of those that Unicode calls confusable (UTS 39) what people have
 * on their keyboards or copy from pages that make such texts. What no keyboard has, and what words of Latin letters are written with, is none.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: '\u0251\u0391\u03b1\u0410\u0430\u1d00',
  b: '\u0299\u0392\u0412\u042c',
  c: '\u03f2\u03f9\u0421\u0441\u1d04',
  d: '\u0501\u1d05',
  e: '\u0395\u0415\u0435\u04bd\u1d07',
  f: '\ua730',
  g: '\u0261\u0262\u0581',
  h: '\u029c\u0397\u041d\u04bb\u0570',
  i: '\u0269\u026a\u0399\u03b9\u0406\u0456',
  j: '\u03f3\u0408\u0458\u1d0a',
  k: '\u039a\u03ba\u041a\u043a\u1d0b',
  l: '\u01c0\u029f\u04c0\u04cf',
  m: '\u039c\u041c\u043c\u1d0d',
  n: '\u0274\u039d\u03b7\u0578',
  o: '\u039f\u03bf\u03c3\u041e\u043e\u0585\u1d0f',
  p: '\u03a1\u03c1\u0420\u0440\u1d18',
  q: '\u051b\u0563',
  r: '\u0280\u0433\u1d26',
  s: '\u0405\u0455\ua731',
  t: '\u03a4\u03c4\u0422\u0442\u1d1b',
  u: '\u03c5\u057d\u1d1c',
  v: '\u03bd\u0475\u1d20',
  w: '\u0461\u051d\u1d21',
  x: '\u03a7\u03c7\u0425\u0445',
  y: '\u028f\u03a5\u03b3\u0423\u0443\u04af',
  z: '\u0396\u1d22',
};

const letterOf = new Map(
  Object.entries(lookAlikes).flatMap(([letter, those]) => Array.from(those, (one) => [one, letter] as const)),
);
const letters = [...letterOf.keys()].join('');
const alike = `[${letters}]`;
const eachAlike = new RegExp(alike, 'g');
/** One that has letters of neither kind is of its own script: `почта`. No part of an address is longer. */
const eachWord = new RegExp(`(?<!\\p{L})[a-z\\d${letters}]{1,64}(?!\\p{L})`, 'giu');
/** Written by its number, or octet by octet. */
const number =
  '&#(?:0{0,9}(?:59[2-9]|[6-9]\\d\\d|1[0-4]\\d\\d|74[2-6]\\d)(?!\\d)|x0{0,9}(?:2[5-9a-f]|[345][\\da-f]|1d[0-2])[\\da-f](?![\\da-f]));?';
const octets = '%(?:c9|ca|ce|cf|d[0-46])%[89ab][\\da-f]';
/** Beside a letter of ASCII or the sign, as no word of its own script stands. */
const hasMixed = new RegExp(`${alike}${joiner}?[a-zA-Z@]|[a-zA-Z@]${joiner}?${alike}`);
/** Where all of them are: texts of Latin letters, with whatever signs, have hardly any. */
const mayHaveAny = /[\u0251-\u0589\u1d00-\u1d26\ua730\ua731\u01c0]/;
const mayHaveNumber = /[&%][#cd]/i;
const hasNumber = new RegExp(`${number}|${octets}`, 'i');

/** Letters in brackets, circles, squares and flags, each alphabet from `a` on. */
const dressed = [0x249c, 0x1f110, 0x1f130, 0x1f150, 0x1f170, 0x1f1e6];
const eachDressed =
  /[\u249c-\u24b5\u{1f110}-\u{1f129}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
/** Lines under, over and through letters, and frames around them: no accents. */
const eachLine = /[\u0305\u0330-\u0338\u033f\u20d0-\u20e3]/g;
const hasDress = /[\u0305\u0330-\u0338\u033f\u20d0-\u20e3\u249c-\u24b5]|\ud83c[\udd10-\uddff]/;
/** Both in one set, which is looked for faster than what has parts. */
const mayHaveAnyOrDress = /[\u20d0-\u20e3\u0251-\u0589\u1d00-\u1d26\ua730\ua731\u01c0\u249c-\u24b5\ud83c]/;

function undress(text: string): string {
  return text.replaceAll(eachLine, '').replaceAll(eachDressed, (one) => {
    const code = one.codePointAt(0) ?? 0;
    const first = dressed.findLast((start) => start <= code) ?? code;
    return String.fromCharCode(0x61 + code - first);
  });
}

/** A text, without its tags, with letters that look alike as those of ASCII; as it is where no word mixes them, unseen signs between or not. */
export function readAlike(given: string): string {
  if (!mayHaveAnyOrDress.test(given) && !mayHaveNumber.test(given)) return given;
  const text = hasDress.test(given) ? undress(given) : given;
  if (!mayHaveAny.test(text) && !(mayHaveNumber.test(text) && hasNumber.test(text))) return text;
  const unveiled = normalizeObfuscation(text).text;
  if (text === given && !hasMixed.test(unveiled)) return text;
  const readWord = (word: string): string => word.replaceAll(eachAlike, (one) => letterOf.get(one) ?? one);
  return unveiled.replaceAll(eachWord, readWord);
}
