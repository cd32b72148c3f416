import { proton, thunderbird } from '#support/free-client-replies.ts';
import { base64, crlf, pdf, png, quoted, split, type ReplySituation } from '#support/reply-situation.ts';
import type { RawParts } from '#support/sign-raw.ts';

export type ClientName = 'Gmail' | 'Outlook' | 'Apple Mail' | 'Thunderbird' | 'Proton';

/** What each program puts into its mail besides words: none of it may reach a correspondent. Long enough for no chance hit. */
export const clientMarks: Readonly<Record<ClientName, readonly string[]>> = {
  Gmail: ['gmail', 'google', '000000000000'],
  Outlook: [
    'outlook',
    'microsoft',
    'thread-index',
    '_nextpart_',
    'msonormal',
    'mso-style',
    'wordsection',
    'a0b0c0d0',
    'xmlns',
  ],
  'Apple Mail': ['apple', 'x-unix-mode', 'x-universally'],
  Thunderbird: ['mozilla', 'thunderbird', 'moz-cite', 'moz-txt', 'user-agent', 'autocrypt', 'openpgp', 'x-identity'],
  Proton: ['proton', 'x-pm-', 'feedback-id'],
};

function gmail(given: ReplySituation): RawParts {
  const { owner, ownerName, reverse, shownAs, text, subject, messageId, references, serial, alias, ip } = given;
  const outer = `000000000000aaaa${serial}`;
  const inner = `000000000000bbbb${serial}`;
  const attribution = `On Sat, Nov 21, 2026 at 1:02 PM ${shownAs}`;
  return {
    fields: [
      `Received: from [${ip}] by smtp.gmail.com; Sat, 21 Nov 2026 04:10:00 -0800 (PST)\r\n`,
      `X-Google-DKIM-Signature: v=1; a=rsa-sha256; d=1e100.net; s=20230601; bh=x; b=y\r\n`,
      'X-Gm-Message-State: AOJu0YxGoogle\r\n',
      'X-Google-Smtp-Source: AGHT+IGoogle\r\n',
      `X-Received: by 2002:a05:6402 with SMTP id gmail${serial}; Sat, 21 Nov 2026 04:10:00 -0800 (PST)\r\n`,
      'MIME-Version: 1.0\r\n',
      `References: ${references} ${messageId}\r\n`,
      `In-Reply-To: ${messageId}\r\n`,
      `From: ${ownerName} <${owner}>\r\n`,
      'Date: Sat, 21 Nov 2026 13:10:00 +0100\r\n',
      'X-Gm-Features: AWEUYZGoogle\r\n',
      `Message-ID: <CAJ=${serial}@mail.gmail.com>\r\n`,
      `Subject: Re: ${subject}\r\n`,
      `To: "${shownAs}" <${reverse}>\r\n`,
      `Cc: ${alias}, ${ownerName} <${owner}>\r\n`,
      `Content-Type: multipart/mixed; boundary="${outer}"\r\n`,
    ],
    body: crlf([
      `--${outer}`,
      `Content-Type: multipart/alternative; boundary="${inner}"`,
      '',
      `--${inner}`,
      'Content-Type: text/plain; charset="UTF-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      quoted(crlf([text, '', `${attribution} <${reverse}> wrote:`, '', `> Dear ${owner},`, `> you wrote as ${alias}`])),
      `--${inner}`,
      'Content-Type: text/html; charset="UTF-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      quoted(
        `<div dir="ltr">${text}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">` +
          `${attribution} &lt;<a href="mailto:${encodeURIComponent(reverse)}">${reverse}</a>&gt; wrote:<br></div>` +
          `<blockquote class="gmail_quote">Dear <a href="mailto:${encodeURIComponent(owner)}">${owner.replace('@', '&#64;')}</a>` +
          `<img src="cid:ii_${serial}"></blockquote></div>`,
      ),
      `--${inner}--`,
      `--${outer}`,
      `Content-Type: image/png; name="photo of ${owner}.png"`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="photo of ${owner}.png"`,
      `Content-ID: <ii_${serial}>`,
      `X-Attachment-Id: ii_gmail_${serial}`,
      '',
      png,
      `--${outer}--`,
    ]),
  };
}

function outlook(given: ReplySituation): RawParts {
  const { owner, ownerName, reverse, shownAs, text, subject, messageId, references, serial, host, ip } = given;
  const mixed = `----=_NextPart_000_0000_01DB${serial}.A0B0C0D0`;
  const related = `----=_NextPart_001_0001_01DB${serial}.A0B0C0D0`;
  return {
    fields: [
      `Received: from ${host} ([${ip}]) by outlook.office365.com with mapi; Sat, 21 Nov 2026 12:10:00 +0000\r\n`,
      `From: "${ownerName}" <${owner}>\r\n`,
      `To: "${shownAs}" <${reverse}>\r\n`,
      `Subject: RE: ${subject}\r\n`,
      `Thread-Topic: ${subject}\r\n`,
      'Thread-Index: AdsfThread0Index+Outlook==\r\n',
      'Date: Sat, 21 Nov 2026 13:10:00 +0100\r\n',
      `Message-ID: <${serial}DB9PR@${host}>\r\n`,
      `References: ${references}\r\n ${messageId}\r\n`,
      `In-Reply-To: ${messageId}\r\n`,
      'Accept-Language: lt-LT, en-US\r\n',
      'Content-Language: lt-LT\r\n',
      'X-MS-Has-Attach: yes\r\n',
      `X-Originating-IP: [${ip}]\r\n`,
      'X-Mailer: Microsoft Outlook 16.0\r\n',
      'Importance: high\r\n',
      `x-ms-exchange-organization-authsource: ${host}\r\n`,
      `Content-Type: multipart/mixed;\r\n\tboundary="${mixed}"\r\n`,
      'MIME-Version: 1.0\r\n',
    ],
    body: crlf([
      'This is a multipart message in MIME format.',
      '',
      `--${mixed}`,
      'Content-Type: multipart/related;',
      `\ttype="text/html"; boundary="${related}"`,
      '',
      `--${related}`,
      'Content-Type: text/html; charset="windows-1257"',
      'Content-Transfer-Encoding: base64',
      '',
      base64(
        crlf([
          '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head>',
          '<meta name=Generator content="Microsoft Word 15 (filtered medium)">',
          '<!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit"/></xml><![endif]-->',
          '<style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; mso-style-priority:99;} --></style></head>',
          `<body><div class=WordSection1><p class=MsoNormal>${text}</p><img src="cid:image001.png@01DB${serial}.A0B0C0D0">`,
          `<img src="file:///C:/Users/${split(owner).local}/AppData/${host}.png">`,
          '<div id="divRplyFwdMsg"><p class=MsoNormal style="mso-margin-top-alt:auto">',
          `<b>From:</b> ${shownAs} &lt;${reverse}&gt;<br><b>Sent:</b> Saturday, November 21, 2026 1:02 PM<br>`,
          `<b>To:</b> ${ownerName.split(' ')[0] ?? ''} &lt;${owner.toUpperCase()}&gt;</p></div></div></body></html>`,
        ]),
      ),
      `--${related}`,
      'Content-Type: image/png; name="image001.png"',
      'Content-Transfer-Encoding: base64',
      `Content-ID: <image001.png@01DB${serial}.A0B0C0D0>`,
      `Content-Location: https://${host}/image001.png`,
      '',
      png,
      `--${related}--`,
      '',
      `--${mixed}`,
      'Content-Type: application/pdf; name="plan.pdf"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="plan.pdf"; size=39; creation-date="Sat, 21 Nov 2026 12:00:00 GMT"',
      '',
      pdf,
      `--${mixed}--`,
    ]),
  };
}

function appleMail(given: ReplySituation): RawParts {
  const { owner, ownerName, reverse, shownAs, text, subject, messageId, references, serial, host } = given;
  const outer = `Apple-Mail=_0A1B2C3D-${serial}`;
  const inner = `Apple-Mail=_4E5F6A7B-${serial}`;
  return {
    fields: [
      `From: ${ownerName} <${owner}>\r\n`,
      `Content-Type: multipart/alternative;\r\n\tboundary="${outer}"\r\n`,
      'Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3826.700.81\\))\r\n',
      `Subject: Re: ${subject}\r\n`,
      `X-Apple-Base-Url: x-msg://${serial}/\r\n`,
      `X-Universally-Unique-Identifier: ${serial}-APPLE\r\n`,
      'X-Apple-Mail-Remote-Attachments: NO\r\n',
      `In-Reply-To: ${messageId}\r\n`,
      `References: ${references} ${messageId}\r\n`,
      `Message-Id: <0A1B2C3D-${serial}@${host}>\r\n`,
      `To: =?utf-8?Q?${shownAs.replaceAll(' ', '_').replaceAll(/[()]/g, (c) => `=${c.charCodeAt(0).toString(16)}`)}?= <${reverse}>\r\n`,
      'X-Mailer: Apple Mail (2.3826.700.81)\r\n',
      'Date: Sat, 21 Nov 2026 13:10:00 +0100\r\n',
    ],
    body: crlf([
      '',
      `--${outer}`,
      'Content-Transfer-Encoding: 7bit',
      'Content-Type: text/plain; charset=us-ascii; format=flowed; delsp=yes',
      '',
      text,
      '',
      `> On 21. Nov 2026, at 13:02, ${shownAs} <${reverse}> wrote:`,
      '> ',
      `> Dear ${owner}, `,
      `> how are you?`,
      '',
      `--${outer}`,
      'Content-Type: multipart/mixed;',
      `\tboundary="${inner}"`,
      '',
      `--${inner}`,
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Type: text/html; charset=utf-8',
      '',
      quoted(
        `<html><head></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space;">${text}<br id="lineBreakAtBeginningOfMessage">` +
          `<div class="AppleOriginalContents"><br class="Apple-interchange-newline"><blockquote type="cite"><div>On 21. Nov 2026, ` +
          `${shownAs} &lt;${reverse}&gt; wrote:</div><div>Dear ${owner.replaceAll('.', '&#46;')}, <a href="mailto:${owner}?subject=Hi">write</a></div></blockquote></div></body></html>`,
      ),
      `--${inner}`,
      'Content-Disposition: attachment;',
      '\tfilename=plan.pdf',
      'Content-Type: application/pdf;',
      '\tx-unix-mode=0644;',
      '\tname="plan.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      pdf,
      '',
      `--${inner}--`,
      '',
      `--${outer}--`,
    ]),
  };
}

/** Answers as the programs of five makers write them. */
export const clientReplies: Readonly<Record<ClientName, (situation: ReplySituation) => RawParts>> = {
  Gmail: gmail,
  Outlook: outlook,
  'Apple Mail': appleMail,
  Thunderbird: thunderbird,
  Proton: proton,
};
