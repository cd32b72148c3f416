import { base64, crlf, png, quoted } from '#support/reply-situation.ts';

/** An owner who answers under their own earlier message, as a mail program knows both. */
export interface QuotingSituation {
  /** The owner's real address, and as the owner's provider spells it as well. */
  readonly owner: string;
  readonly spelled: string;
  readonly ownerName: string;
  readonly host: string;
  readonly ip: string;
  /** From of the message that is answered: name and reverse address. */
  readonly shownAs: string;
  readonly reverse: string;
  readonly messageId: string;
}

type Part = readonly [fields: readonly string[], body: string];

function plain(text: string): Part {
  return [['Content-Type: text/plain; charset="UTF-8"', 'Content-Transfer-Encoding: quoted-printable'], quoted(text)];
}

function html(text: string): Part {
  return [['Content-Type: text/html; charset="UTF-8"', 'Content-Transfer-Encoding: base64'], base64(text)];
}

/** A header as a provider's servers leave it, and parts. */
function message(
  { owner, ownerName, host, ip, shownAs, reverse, messageId }: QuotingSituation,
  fields: readonly string[],
  parts: readonly Part[],
  type = 'multipart/alternative',
): string {
  const [only] = parts;
  const header = [
    `Received: from ${host} ([${ip}]) by mail.office.example with ESMTPSA; Sat, 21 Nov 2026 13:10:00 +0100`,
    ...fields,
    `From: ${ownerName} <${owner}>`,
    `To: "${shownAs}" <${reverse}>`,
    `Cc: ${ownerName} <${owner}>`,
    'Subject: Re: The plan',
    'Date: Sat, 21 Nov 2026 13:10:00 +0100',
    `In-Reply-To: ${messageId}`,
    `References: ${messageId} <own-1@${host}>`,
    'MIME-Version: 1.0',
  ];
  if (parts.length === 1 && only !== undefined) return crlf([...header, ...only[0], '', only[1]]);
  const boundary = `=_${host}_1`;
  const written = parts.flatMap(([named, body]) => [`--${boundary}`, ...named, '', body]);
  return crlf([...header, `Content-Type: ${type}; boundary="${boundary}"`, '', ...written, `--${boundary}--`]);
}

type WriteReply = (situation: QuotingSituation) => string;

/** `<a href="mailto:…">…</a>` */
function link(address: string, text = address): string {
  return `<a href="mailto:${address}" target="_blank">${text}</a>`;
}

const gmailWeb: WriteReply = (given) => {
  const { owner, ownerName, shownAs, reverse } = given;
  const bob = 'On Sat, Nov 21, 2026 at 1:02 PM';
  return message(
    given,
    ['X-Gm-Message-State: AOJu0Yx', `Message-ID: <CAJ=1@mail.gmail.com>`],
    [
      plain(
        `Yes.\r\n\r\n${bob} ${shownAs} <${reverse}> wrote:\r\n\r\n> Sure?\r\n>\r\n> On Fri, Nov 20, 2026 at 9:00 AM ${ownerName} <\r\n> ${owner}> wrote:\r\n>\r\n>> The plan.\r\n`,
      ),
      html(
        `<div dir="ltr">Yes.</div><div class="gmail_quote"><div class="gmail_attr">${bob} ${shownAs} &lt;${link(encodeURIComponent(reverse), reverse)}&gt; wrote:<br></div>` +
          `<blockquote class="gmail_quote">Sure?<div class="gmail_attr">On Fri, Nov 20, 2026 at 9:00 AM ${ownerName} &lt;${link(owner)}&gt; wrote:<br></div><blockquote class="gmail_quote">The plan.</blockquote></blockquote></div>`,
      ),
    ],
  );
};

const gmailApp: WriteReply = (given) => {
  const { spelled, ownerName, reverse, shownAs } = given;
  return message(
    given,
    ['Message-ID: <CAJ=2@mail.gmail.com>'],
    [
      plain(
        `Yes.\r\n\r\nOn Sat, Nov 21, 2026, 13:02 ${shownAs} <${reverse}> wrote:\r\n\r\n> ---------- Forwarded message ---------\r\n> From: ${ownerName} <${spelled}>\r\n> Date: Fri, Nov 20, 2026, 9:00 AM\r\n`,
      ),
      html(
        `<div dir="auto">Yes.</div><blockquote class="gmail_quote">---------- Forwarded message ---------<br>Von: <strong class="gmail_sendername" dir="auto">${ownerName}</strong> ` +
          `<span dir="auto">&lt;${link(spelled)}&gt;</span><br>Date: Fri<br>To: <span dir="auto">&lt;${link(reverse)}&gt;</span></blockquote>`,
      ),
    ],
  );
};

const outlookDesktop: WriteReply = (given) => {
  const { owner, ownerName, shownAs, reverse, host } = given;
  const [first = '', last = ''] = ownerName.split(' ');
  return message(
    given,
    ['X-Mailer: Microsoft Outlook 16.0', 'Thread-Index: AdsfThread0Index==', `Message-ID: <1DB9PR@${host}>`],
    [
      plain(
        `Yes.\r\n\r\nFrom: ${shownAs} <${reverse}>\r\nSent: Saturday, November 21, 2026 1:02 PM\r\nTo: ${last}, ${first} <${owner}>\r\n\r\n-----Original Message-----\r\nFrom: ${ownerName} [mailto:${owner}]\r\nSent: Friday\r\n`,
      ),
      html(
        `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal>Yes.</p><div><p class=MsoNormal><b>Von:</b> ${shownAs} &lt;${reverse}&gt; <br>` +
          `<b>Gesendet:</b> Samstag, 21. November 2026 13:02<br><b>An:</b> ${last}, ${first} &lt;${owner}&gt;<br></p><p class=MsoNormal><b>Von:</b> ${ownerName}<br><b>Gesendet:</b> Freitag</p>` +
          `<img src="file:///C:/Users/${first}/${host}.png"></div></body></html>`,
      ),
    ],
  );
};

const outlookMobile: WriteReply = (given) => {
  const { owner, ownerName, shownAs, reverse, host } = given;
  const tenant = '0f1e2d3c-aaaa-4bbb-8ccc-1234567890ab';
  const data = encodeURIComponent(`05|02|${owner}|a1b2|${tenant}|0`);
  const safe = `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent('https://plan.example/x?y=1')}&data=${data}&reserved=0`;
  return message(
    given,
    [`X-MS-Exchange-Organization-AuthSource: ${host}`, `Message-ID: <2DB9PR@${host}>`],
    [
      plain(
        `Yes, see ${safe}\r\n________________________________\r\nFrom: ${shownAs} <${reverse}>\r\nTo: ${ownerName}<mailto:${owner}>\r\nSubject: The plan\r\n`,
      ),
      html(
        `<div>Yes, <a id="OWAAM1" href="mailto:${owner}">@${ownerName}</a>: <a href="${safe.replaceAll('&', '&amp;')}" originalsrc="https://plan.example/x?y=1" shash="abc">plan</a></div><hr>` +
          `<div id="divRplyFwdMsg"><font face="Calibri"><b>From:</b> ${shownAs} &lt;${reverse}&gt;<br><b>To:</b> ${ownerName} &lt;${owner}&gt;<br></font></div>`,
      ),
    ],
  );
};

const appleMail: WriteReply = (given) => {
  const { owner, ownerName, shownAs, reverse, host } = given;
  return message(
    given,
    ['X-Mailer: Apple Mail (2.3826.700.81)', `Message-Id: <0A1B@${host}>`],
    [
      plain(
        `Yes.\r\n\r\n> On 21. Nov 2026, at 13:02, ${shownAs} <${reverse}> wrote:\r\n> \r\n>> On 20. Nov 2026, at 09:00, ${ownerName} <${owner}> wrote:\r\n>> \r\n>> The plan.\r\n`,
      ),
      html(
        `<body>Yes.<br id="lineBreakAtBeginningOfMessage"><blockquote type="cite"><div>On 21. Nov 2026, at 13:02, ${shownAs} &lt;${reverse}&gt; wrote:</div>` +
          `<blockquote type="cite"><div style="margin: 0px;"><span><b>From: </b></span><span>${ownerName} &lt;${link(owner)}&gt;<br></span></div></blockquote></blockquote></body>`,
      ),
    ],
  );
};

const iosMail: WriteReply = (given) => {
  const { owner, ownerName, shownAs, reverse, host } = given;
  const typed = owner.replace('@', '\u200b@').replaceAll('.', '&#46;');
  return message(
    given,
    ['X-Mailer: iPhone Mail (22G86)', `Message-Id: <0B1C@${host}>`],
    [
      plain(
        `Yes.\r\n\r\nSent from my iPhone\r\n\r\n> On 21 Nov 2026, at 13:02, ${shownAs} <${reverse}> wrote:\r\n> \r\n> \ufeffOn 20 Nov 2026, at 09:00, ${ownerName.toUpperCase()} <${owner}> wrote:\r\n> \r\n> > The plan.\r\n`,
      ),
      html(
        `<div dir="ltr">Yes.</div><blockquote type="cite">On 21 Nov 2026, at 13:02, ${shownAs} &lt;${reverse}&gt; wrote:<br><br></blockquote>` +
          `<blockquote type="cite"><div dir="ltr">\ufeffOn 20 Nov 2026, ${ownerName} &lt;${typed}&gt; wrote:<br><br></div></blockquote>`,
      ),
    ],
  );
};

const thunderbird: WriteReply = (given) => {
  const { owner, ownerName, shownAs, messageId, host } = given;
  return message(
    given,
    ['User-Agent: Mozilla Thunderbird', `Autocrypt: addr=${owner}; keydata=xsDN`, `Message-ID: <7d3e@${host}>`],
    [
      html(
        `<body>Yes.<div class="moz-cite-prefix">On 21/11/2026 13:02, ${shownAs} wrote:<br></div><blockquote type="cite" cite="mid:${messageId.slice(1, -1)}">` +
          `<div class="moz-cite-prefix">On 20/11/2026 09:00, ${ownerName} wrote:<br></div><blockquote type="cite">The plan.<table class="moz-email-headers-table"><tr><th>From: </th>` +
          `<td>${ownerName} <a class="moz-txt-link-rfc2396E" href="mailto:${owner}">&lt;${owner}&gt;</a></td></tr></table></blockquote></blockquote>` +
          `<img src="imap://${encodeURIComponent(owner)}@imap.${host}:993/x"></body>`,
      ),
    ],
  );
};

const yahoo: WriteReply = (given) => {
  const { owner, ownerName, shownAs, reverse, host } = given;
  const at = 'On Saturday, November 21, 2026 at 01:02:03 PM GMT+1,';
  return message(
    given,
    [`Message-ID: <1234.5678@${host}>`],
    [
      plain(
        `Yes.\r\n\r\n    ${at} ${shownAs} <${reverse}> wrote:  \r\n \r\n Sure?\r\n\r\n    ${at} ${ownerName} <${owner}> wrote:  \r\n`,
      ),
      html(
        `<div class="ydp1yahoo-style-wrap">Yes.</div><div id="yahoo_quoted_1"><div>${at} ${shownAs} &lt;${reverse}&gt; wrote: </div><div><br></div>` +
          `<div id="yahoo_quoted_2"><div>${at} &quot;${ownerName}&quot; &lt;${owner}&gt; wrote: </div></div></div>`,
      ),
    ],
  );
};

const proton: WriteReply = (given) => {
  const { owner, ownerName, shownAs, reverse, host } = given;
  return message(
    given,
    [`Message-ID: <abc=@${host}>`, 'X-Pm-Message-ID: 0123456789abcdef'],
    [
      plain(
        `Yes.\r\n\r\nOn Saturday, November 21st, 2026 at 13:02, ${shownAs} <${reverse}> wrote:\r\n\r\n> bounce+1-${owner.replace('@', '=')}@list.example\r\n`,
      ),
      html(
        `<div>Yes.</div><div class="protonmail_quote">------- Forwarded Message -------<br>From: ${ownerName} &lt;<a href="mailto:${encodeURIComponent(`${ownerName} <${owner}>`)}">${owner}</a>&gt;<br>` +
          `On Saturday, November 21st, 2026 at 13:02, ${shownAs} &lt;${reverse}&gt; wrote:</div>`,
      ),
    ],
  );
};

const mutt: WriteReply = (given) => {
  const { owner, ownerName, shownAs, host } = given;
  return message(
    given,
    ['User-Agent: Mutt/2.2.13', `Message-ID: <aa1@${host}>`],
    [
      plain(
        `Yes.\r\n\r\nOn Sat, Nov 21, 2026 at 01:02:03PM +0100, ${shownAs} wrote:\r\n> On Fri, Nov 20, 2026 at 09:00:00AM +0100, ${ownerName} wrote:\r\n> > Mail ${owner.replace('@', ' [at] ').replaceAll('.', ' [dot] ')}\r\n> > or ${owner} (${ownerName})\r\n`,
      ),
    ],
  );
};

const k9: WriteReply = (given) => {
  const { owner, ownerName, shownAs, reverse, host } = given;
  const at = 'On November 21, 2026 1:02:00 PM GMT+01:00,';
  return message(
    given,
    ['User-Agent: Thunderbird for Android', `Message-ID: <k9-1@${host}>`],
    [
      plain(
        `Yes.\r\n\r\n${at} ${shownAs} <${reverse}> wrote:\r\n>${at} ${ownerName} <${owner}> wrote:\r\n>>The plan.\r\n`,
      ),
      html(
        `<body>Yes.<br><br><div class="gmail_quote"><div dir="auto">${at} ${shownAs} &lt;${reverse}&gt; wrote:</div><blockquote class="gmail_quote">` +
          `<div dir="auto">${at} ${ownerName} &lt;${owner.replace('@', '＠')}&gt; wrote:</div><blockquote class="gmail_quote">The plan.</blockquote></blockquote></div></body>`,
      ),
    ],
  );
};

const calendarAnswer: WriteReply = (given) => {
  const { owner, ownerName, reverse, host } = given;
  const calendar = crlf([
    'BEGIN:VCALENDAR',
    `PRODID:-//${host}//EN`,
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    'UID:lunch-1@sender.example',
    `ORGANIZER;CN=Bob:mailto:${reverse}`,
    `ATTENDEE;CN="${ownerName}";PARTSTAT=ACCEPTED;EMAIL=${owner}:mailto:${owner}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
  return message(
    given,
    [`Message-ID: <calendar-1@${host}>`],
    [
      plain(`${ownerName} <${owner}> has accepted this invitation.\r\n`),
      [['Content-Type: text/calendar; charset=UTF-8; method=REPLY', 'Content-Transfer-Encoding: 7bit'], calendar],
      [
        [
          `Content-Type: image/png; name="${owner}.png"`,
          'Content-Transfer-Encoding: base64',
          `Content-ID: <image1@${host}>`,
        ],
        png,
      ],
    ],
    'multipart/mixed',
  );
};

/** Twelve kinds of answers, in the forms their makers give them. */
export const quotingReplies = {
  'Gmail on the web': gmailWeb,
  'Gmail’s app': gmailApp,
  'Outlook on a desk': outlookDesktop,
  'Outlook in a browser or a pocket': outlookMobile,
  'Apple Mail': appleMail,
  'iOS Mail': iosMail,
  Thunderbird: thunderbird,
  Yahoo: yahoo,
  Proton: proton,
  mutt,
  'Thunderbird for Android': k9,
  'an answered invitation': calendarAnswer,
} satisfies Record<string, WriteReply>;
