import { pictureFaults } from '#contract/account/settings-faults.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { PictureFault } from '#core/accounts/pictures/picture-fault.ts';
import { jpegStart, stripJpeg } from '#core/accounts/pictures/strip-jpeg.ts';
import { pngSignature, stripPng } from '#core/accounts/pictures/strip-png.ts';

const kinds = [
  { type: 'image/jpeg', start: jpegStart, strip: stripJpeg },
  { type: 'image/png', start: pngSignature, strip: stripPng },
] as const;

function kindOf(octets: Buffer) {
  return kinds.find(({ start }) => octets.subarray(0, start.length).equals(start));
}

/** What a picture is, by its octets; null for anything else. */
export function pictureType(octets: Buffer): (typeof kinds)[number]['type'] | null {
  return kindOf(octets)?.type ?? null;
}

/** A picture as it is kept: without what tells of where, when, by what and by whom it was made. Never throws. */
export function stripMetadata(octets: Buffer): Buffer | PictureFault {
  return kindOf(octets)?.strip(octets) ?? 'unknown';
}

function refuse(fault: string): never {
  throw new AppError('invalid_input', { errors: { picture: [fault] } });
}

/** Base64 (RFC 4648 §4), in lines or not, as apps write it. */
function decode(text: string): Buffer {
  const digits = text.replaceAll(/\s/gu, '').replace(/={1,2}$/u, '');
  const isBase64 = digits !== '' && digits.length % 4 !== 1 && !/[^A-Za-z\d+/]/u.test(digits);
  return isBase64 ? Buffer.from(digits, 'base64') : refuse(pictureFaults.notBase64);
}

/** A picture as it is kept, given as base64. @throws AppError invalid_input with the reason. */
export function readPicture(text: string): Buffer {
  const picture = stripMetadata(decode(text));
  if (typeof picture === 'string') return refuse(pictureFaults[picture]);
  return picture.length > limits.pictureMaxBytes ? refuse(pictureFaults.tooLarge(picture.length)) : picture;
}
