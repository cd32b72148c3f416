import { writeBase64Lines } from '#protocol/message/base64-lines.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

const authEnvelopedData = Buffer.from('2a864886f70d0109100117', 'hex');

/** An S/MIME message (RFC 8551 §3.3, §3.4) around a CMS structure: the fields that replace its Content-*, and its body. */
export function composeSmime(cms: Buffer): { readonly fields: readonly HeaderField[]; readonly body: Buffer } {
  const kind = cms.subarray(0, 40).includes(authEnvelopedData) ? 'authEnveloped-data' : 'enveloped-data';
  return {
    fields: [
      makeField('MIME-Version', '1.0'),
      makeField('Content-Type', `application/pkcs7-mime; smime-type=${kind}; name="smime.p7m"`),
      makeField('Content-Transfer-Encoding', 'base64'),
      makeField('Content-Disposition', 'attachment; filename="smime.p7m"'),
    ],
    body: writeBase64Lines(cms),
  };
}
