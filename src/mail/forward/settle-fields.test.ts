import { describe, expect, it } from 'vitest';
import { normalizeFields } from '#mail/forward/settle-fields.ts';
import { joinHeader, makeField } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts } from '#protocol/message/parse-parts.ts';

/** The header of a message's one part, settled; null when it is left as it is. */
function settle(...header: string[]): string[] | null {
  const content = ['Content-Type: multipart/mixed; boundary=b', '', '--b', ...header, '', 'x', '--b--', ''].join(
    '\r\n',
  );
  const [part] = parseParts(parseMessage(Buffer.from(content))).root.children;
  const settled = part === undefined ? null : normalizeFields(part);
  return settled && joinHeader(settled).toString().split('\r\n').slice(0, -1);
}

describe('the header of a part', () => {
  it.each([
    ['', 'that is empty'],
    ['Content-Type: text/plain; charset=utf-8', 'of a text'],
    ['Content-Type: Multipart/Alternative;\r\n\tboundary="----=_boundary_1"; charset=utf-8', 'of a multipart'],
    ['Content-Type: multipart/related; type="multipart/alternative"; boundary=_a=1', 'of one within another'],
    ['Content-Type: message/rfc822\r\nContent-Transfer-Encoding: 8BIT', 'of a message'],
    ['Content-Type: text\r\nContent-Transfer-Encoding: x-unknown', 'of what nobody knows'],
  ])('stays as it is: %j, %s', (header) => {
    expect(settle(...(header === '' ? [] : [header]))).toBe(null);
  });

  it.each([
    [['Content-Type: text/plain', 'Content-Type: text/calendar'], ['Content-Type: text/plain']],
    [
      ['Content-Disposition: inline', 'X-A: b', 'content-disposition: attachment'],
      ['Content-Disposition: inline', 'X-A: b'],
    ],
    [['Content-Type: multipart/mixed; boundary="c "'], ['Content-Type: multipart/mixed; boundary=c']],
    [['Content-Type: multipart/mixed; boundary=c; boundary=d'], ['Content-Type: multipart/mixed; boundary=c']],
    [
      ['Content-Type: multipart/mixed; x=(; boundary=c; boundary*=d'],
      ['Content-Type: multipart/mixed; x="("; boundary=d'],
    ],
    [['Content-Type: "multipart/mixed"; boundary=c'], ['Content-Type: multipart/mixed; boundary=c']],
    [['Content-Type: multipart; boundary=c'], ['Content-Type: text/plain; boundary=c']],
    [['Content-Transfer-Encoding: "base64"'], ['Content-Transfer-Encoding: base64']],
    [['Content-Transfer-Encoding: (8bit) quoted-printable; x'], ['Content-Transfer-Encoding: quoted-printable']],
    [['X-A: b', 'no field', 'Content-Type: text/calendar'], ['X-A: b']],
  ])('is settled: %j', (header, settled) => {
    expect(settle(...header)).toEqual(settled);
  });

  it('takes no longer for a field because of all those before it', () => {
    const { root } = parseParts(parseMessage(Buffer.from('\r\nx')));
    const fields = Array.from({ length: 400_000 }, (_, index) => makeField(`Content-${index}`, 'x'));
    expect(normalizeFields({ ...root, fields })).toBe(null);
  });
});
