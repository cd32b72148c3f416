import { expect, it } from 'vitest';
import { senderFormats } from '#contract/account/formats.ts';
import { rewriteRecipients } from '#mail/as-alias/alias-recipients.ts';
import { createAddressReplacer } from '#mail/as-alias/address-replacer.ts';
import { showSender } from '#mail/forward/show-mailbox.ts';
import { formatMailbox } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

const alias = 'my-alias@kauke.test';
const address = 'bob@sender.example';
const token = 'abcdefghijklmnopqrstuvwxyz';
const correspondents = new Map([[token, address]]);
const replacer = createAddressReplacer({
  hidden: ['ann@home.example'],
  names: [],
  otherNames: [],
  alias,
  correspondents,
  keepsOthers: true,
  isPublicHost: () => true,
});

it.each(senderFormats)('a correspondent is called as before, though shown to the owner in the form "%s"', (format) => {
  for (const name of ['Bob Builder', null]) {
    const shown = formatMailbox(showSender({ name, address }, format), `reply=${token}@kauke.test`);
    const message = parseMessage(Buffer.from(`To: ${shown}\r\n\r\n`));
    const { fields } = rewriteRecipients(message, { alias, correspondents, hidden: new Set(), replacer });
    const isNamed = name !== null && format !== 'none' && format !== 'address';
    expect(String(fields[0]?.raw)).toBe(`To: ${formatMailbox(isNamed ? name : null, address)}\r\n`);
  }
});
