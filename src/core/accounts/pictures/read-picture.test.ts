import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureType, stripMetadata } from '#core/accounts/pictures/read-picture.ts';
import { jpegSegment, makeExif, makePicture, pngChunk, smallJpeg, withSegments } from '#support/pictures.ts';

const place = 'GPS 54.6872 N 25.2797 E';
const gamma = ['gAMA', Buffer.from('0000b18f', 'hex')] as const;

describe('a PNG', () => {
  it('keeps what it is drawn from, and nothing of who made it, where and when', () => {
    const told = makePicture({
      chunks: [
        gamma,
        ['tEXt', Buffer.from('Author\0Ruta')],
        ['zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync('Ruta')])],
        ['iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0Ruta')],
        ['eXIf', makeExif(1, place)],
        ['tIME', Buffer.from('07ea0b1c063400', 'hex')],
        ['iCCP', Buffer.concat([Buffer.from('Screen of Ruta\0\0'), deflateSync('profile')])],
        ['ruTa', Buffer.from('whatever')],
        // Longer than such a chunk ever is.
        ['sRGB', Buffer.from('Ruta')],
      ],
    });
    const stripped = stripMetadata(Buffer.concat([told, Buffer.from('the picture before it was cut')]));
    expect(stripped).toEqual(makePicture({ chunks: [gamma] }));
  });

  it('stays animated, and as it is where there is nothing to take out', () => {
    const moving = makePicture({
      chunks: [
        ['acTL', Buffer.alloc(8, 1)],
        ['fcTL', Buffer.alloc(26, 1)],
        ['tRNS', Buffer.alloc(6)],
      ],
    });
    expect(stripMetadata(moving)).toEqual(moving);
    expect(pictureType(moving)).toBe('image/png');
  });

  const end = pngChunk(['IEND', Buffer.alloc(0)]);
  const plain = makePicture();
  const flipped = Buffer.from(plain);
  flipped.writeUInt8((flipped[50] ?? 0) ^ 1, 50);
  it.each([
    ['without pixels', Buffer.concat([plain.subarray(0, 33), end]), 'damaged'],
    ['that begins with a text', Buffer.concat([plain.subarray(0, 8), pngChunk(['tEXt', Buffer.alloc(3)])]), 'damaged'],
    ['with two headers', Buffer.concat([plain.subarray(0, 33), plain.subarray(8)]), 'damaged'],
    ['with an octet that is another', flipped, 'damaged'],
    ['with a chunk that must be known', makePicture({ chunks: [['CgBI', Buffer.alloc(4)]] }), 'damaged'],
    ['without an end', plain.subarray(0, -12), 'damaged'],
    ['without a width', makePicture({ width: 0 }), 'damaged'],
    ['that is too wide', makePicture({ width: 4097, height: 1 }), 'tooManyPixels'],
    ['that is too high', makePicture({ width: 1, height: 4097 }), 'tooManyPixels'],
  ])('%s is refused', (_, octets, fault) => {
    expect(stripMetadata(octets)).toBe(fault);
  });
});

describe('a JPEG', () => {
  const adobe = jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01', 'latin1'));

  it('keeps what it is drawn from and how it lies, and nothing of who made it, where and when', () => {
    const told = withSegments(
      smallJpeg,
      jpegSegment(0xe0, 'JFXX\0\x13 a small picture'),
      jpegSegment(0xe1, makeExif(6, place)),
      jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0Ruta'),
      jpegSegment(0xe2, 'ICC_PROFILE\0 the screen of Ruta'),
      jpegSegment(0xed, 'Photoshop 3.0\0Ruta'),
      jpegSegment(0xee, Buffer.concat([adobe.subarray(4), Buffer.from('Ruta')])),
      jpegSegment(0xfe, 'made by Ruta'),
    );
    const lies = jpegSegment(
      0xe1,
      Buffer.from('457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000', 'hex'),
    );
    const stripped = stripMetadata(Buffer.concat([told, smallJpeg]));
    expect(stripped).toEqual(withSegments(smallJpeg, lies, adobe));
    expect(stripMetadata(stripped as Buffer)).toEqual(stripped);
    expect(pictureType(stripped as Buffer)).toBe('image/jpeg');
  });

  it.each([
    ['says that it is upright', makeExif(1, place)],
    ['says nothing that is known', makeExif(9, place)],
    ['is cut off', makeExif(6, place).subarray(0, 12)],
    ['leads out of itself', Buffer.concat([Buffer.from('Exif\0\0MM\0*', 'latin1'), Buffer.alloc(8, 0xff)])],
    ['is of another kind', Buffer.from(place)],
  ])('has no Exif where that %s', (_, exif) => {
    expect(stripMetadata(withSegments(smallJpeg, jpegSegment(0xe1, exif)))).toEqual(smallJpeg);
  });

  it('loses the small picture beside it', () => {
    const head = smallJpeg.subarray(6, 18);
    const small = Buffer.concat([head, Buffer.from([1, 1]), Buffer.from('red')]);
    const jpeg = Buffer.concat([smallJpeg.subarray(0, 2), jpegSegment(0xe0, small), smallJpeg.subarray(20)]);
    expect(stripMetadata(jpeg)).toEqual(smallJpeg);
  });

  const scan = smallJpeg.indexOf(Buffer.from('ffda', 'hex'));
  const frame = smallJpeg.indexOf(Buffer.from('ffc0', 'hex'));

  it('may have scans with restarts and stuffed octets, and fill octets before a marker', () => {
    const more = Buffer.concat([smallJpeg.subarray(scan, -2), Buffer.from('ffd0ff00ffd712', 'hex')]);
    const jpeg = Buffer.concat([smallJpeg.subarray(0, -2), more, smallJpeg.subarray(-2)]);
    expect(stripMetadata(jpeg)).toEqual(jpeg);
    const filled = withSegments(smallJpeg, Buffer.from('ffff', 'hex'), jpegSegment(0xfe, 'x'));
    expect(stripMetadata(filled)).toEqual(smallJpeg);
  });

  const sized = (width: number, height: number, code = 0xc0): Buffer => {
    const jpeg = Buffer.from(smallJpeg);
    jpeg.writeUInt8(code, frame + 1);
    jpeg.writeUInt16BE(height, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    return jpeg;
  };
  const header = smallJpeg.subarray(frame, smallJpeg.indexOf(Buffer.from('ffc4', 'hex')));
  it.each([
    ['without scans', Buffer.concat([smallJpeg.subarray(0, scan), smallJpeg.subarray(-2)]), 'damaged'],
    ['without a frame', Buffer.concat([smallJpeg.subarray(0, frame), smallJpeg.subarray(scan)]), 'damaged'],
    ['with two frames', withSegments(smallJpeg, header), 'damaged'],
    ['without an end', smallJpeg.subarray(0, -2), 'damaged'],
    ['with a segment that is longer than all', withSegments(smallJpeg, Buffer.from('ffe1fff0', 'hex')), 'damaged'],
    ['with a segment shorter than its length', withSegments(smallJpeg, Buffer.from('ffe10001', 'hex')), 'damaged'],
    ['with something between its segments', withSegments(smallJpeg, Buffer.from('00')), 'damaged'],
    ['that begins twice', withSegments(smallJpeg, Buffer.from('ffd8', 'hex')), 'damaged'],
    ['that no browser draws', sized(16, 8, 0xc9), 'damaged'],
    ['whose height comes later', sized(16, 0), 'damaged'],
    ['that is too wide', sized(4097, 8), 'tooManyPixels'],
    ['that is too high', sized(16, 65_535), 'tooManyPixels'],
  ])('%s is refused', (_, octets, fault) => {
    expect(stripMetadata(octets)).toBe(fault);
  });
});

it.each([
  ['nothing', ''],
  ['a GIF', 'GIF89a'],
  ['a page', '<html><script>alert(1)</script>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
])('%s is no picture', (_, text) => {
  expect(stripMetadata(Buffer.from(text))).toBe('unknown');
  expect(pictureType(Buffer.from(text))).toBeNull();
});

describe('whatever comes', () => {
  const told = withSegments(smallJpeg, jpegSegment(0xe1, makeExif(6, place)), jpegSegment(0xfe, 'x'));

  it.each([
    ['JPEG', told],
    ['PNG', makePicture({ chunks: [gamma] })],
  ])('no beginning of a %s is taken for the whole', (_, whole) => {
    const found = Array.from({ length: whole.length }, (__, length) => stripMetadata(whole.subarray(0, length)));
    expect(new Set(found)).toEqual(new Set(['unknown', 'damaged']));
  });

  it('nothing is thrown, and what is kept stays as it is', () => {
    const changed = fc
      .tuple(fc.constantFrom(told, makePicture({ chunks: [gamma] })), fc.array(fc.tuple(fc.nat(400), fc.nat(255))))
      .map(([whole, changes]) => {
        const octets = Buffer.from(whole);
        for (const [at, value] of changes) octets[at % octets.length] = value;
        return octets;
      });
    fc.assert(
      fc.property(changed, (octets) => {
        const once = stripMetadata(octets);
        expect(typeof once === 'string' ? once : stripMetadata(once)).toEqual(once);
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  // As large as a request can be: whoever reads them more than once is not done in time.
  const many = 200_000;
  it.each([
    ['tiny segments', Buffer.concat([smallJpeg.subarray(0, 2), Buffer.alloc(4 * many, 'ffe10002', 'hex')])],
    ['fill octets', Buffer.concat([smallJpeg.subarray(0, 2), Buffer.alloc(4 * many, 0xff)])],
    ['a scan of stuffed octets', Buffer.concat([smallJpeg.subarray(0, -2), Buffer.alloc(4 * many, 'ff00', 'hex')])],
    [
      'tiny chunks',
      Buffer.concat([makePicture().subarray(0, 33), Buffer.alloc(4 * many, pngChunk(['teXt', Buffer.alloc(0)]))]),
    ],
  ])('%s take no time', (_, octets) => {
    expect(stripMetadata(octets)).toBe('damaged');
  });
});
