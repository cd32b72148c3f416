/** Names by which mail programs mark what they wrote. */
const clientName =
  /gmail|protonmail|proton|yahoo|tutanota|ms-outlook|outlook|zimbra|fastmail|apple|moz(?=[-_])|mso|wordsection|divrplyfwdmsg|appendonsend/gi;
const neutralName = 'mail';

/** A class or id, and its value. */
const eachName = /(\s(?:class|id)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi;
/** Attributes that show nothing and tell the program. */
const eachPrivate = /\s(?:data-[\w-]+|xmlns:\w+|moz-[\w-]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;
const eachOfficeStyle = /\bmso-[\w-]{1,60}\s?:[^;"'}]*;?/gi;
/** Places on the writer's machine or in their mailbox. */
const eachLocalLink = /(["'=\s])(?:file|mailbox|mailbox-message|imaps?|imap-message|mid):[^"'\s>]*/gi;
const isGenerator = /^<meta\b(?=[^>]*\bgenerator\b)/i;

/** Tags, and what follows a style tag up to the next one: neither alternative can run over a `<`. */
const eachTag = /<style\b[^<>]*>[^<]*|<!--[^<>]*>|<[^<>]*>/gi;

function cleanTag(tag: string): string {
  if (isGenerator.test(tag)) return '';
  if (/^<(?:style|!--)/i.test(tag)) return tag.replaceAll(eachOfficeStyle, '').replaceAll(clientName, neutralName);
  return tag
    .replaceAll(eachPrivate, '')
    .replaceAll(eachOfficeStyle, '')
    .replaceAll(eachLocalLink, '$1about:blank')
    .replaceAll(eachName, (_, start: string, value: string) => start + value.replaceAll(clientName, neutralName));
}

const conditional = '<!--[if';
const conditionalEnd = '<![endif]-->';

/** Without the blocks that only Microsoft's programs read. */
function withoutConditionals(html: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = html.indexOf(conditional, from);
    const end = start === -1 ? -1 : html.indexOf(conditionalEnd, start);
    if (end === -1) return kept + html.slice(from);
    kept += html.slice(from, start);
    from = end + conditionalEnd.length;
  }
}

/**
 * An HTML text without the marks by which one knows the program that wrote it: generator, names of classes and ids
 * (renamed, so that styles still fit), private attributes, links into the writer's own machine. Linear.
 */
export function hideClient(html: string): string {
  return withoutConditionals(html).replaceAll(eachTag, cleanTag);
}
