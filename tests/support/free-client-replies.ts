import { base64, crlf, split, type ReplySituation } from '#support/reply-situation.ts';
import type { RawParts } from '#support/sign-raw.ts';

/** As Thunderbird writes it. */
export function thunderbird(given: ReplySituation): RawParts {
  const { owner, ownerName, reverse, shownAs, text, subject, messageId, references, serial, alias } = given;
  const { local, domain } = split(owner);
  const boundary = `------------mozilla${serial}`;
  return {
    fields: [
      `Content-Type: multipart/mixed; boundary="${boundary}"\r\n`,
      `Message-ID: <${serial}-7d3e-4f@${domain}>\r\n`,
      'Date: Sat, 21 Nov 2026 13:10:00 +0100\r\n',
      'MIME-Version: 1.0\r\n',
      'User-Agent: Mozilla Thunderbird\r\n',
      `Subject: Re: ${subject}\r\n`,
      `To: "${shownAs}" <${reverse}>, ${alias}\r\n`,
      `References: ${references} ${messageId}\r\n`,
      'Content-Language: lt\r\n',
      `From: ${ownerName} <${owner}>\r\n`,
      `Autocrypt: addr=${owner}; keydata=\r\n xsDNBGV0aGlzIGlzIG5vdCBhIGtleQ==\r\n`,
      `OpenPGP: url=https://${domain}/key\r\n`,
      `In-Reply-To: ${messageId}\r\n`,
      `X-Mozilla-Draft-Info: internal/draft; vcard=0\r\n`,
      `X-Identity-Key: id1 ${owner}\r\n`,
      `Disposition-Notification-To: ${ownerName} <${owner}>\r\n`,
    ],
    body: crlf([
      'This is a multi-part message in MIME format.',
      `--${boundary}`,
      'Content-Type: text/html; charset=UTF-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body>${text}`,
      `<div class="moz-cite-prefix">On 21/11/2026 13:02, ${shownAs} wrote:<br></div>`,
      `<blockquote type="cite" cite="mid:${messageId.slice(1, -1)}">Dear <a class="moz-txt-link-abbreviated" href="mailto:${owner}">${owner}</a>`,
      `<img src="imap://${encodeURIComponent(owner)}@imap.${domain}:993/fetch%3EUID" moz-do-not-send="true">`,
      `<img src="mailbox:///home/${local}/.thunderbird/Mail" data-moz-src="x"></blockquote>`,
      `<pre class="moz-signature" cols="72">-- grüße, ${local}+news@${domain} &lt;${owner}&gt;</pre></body></html>`,
      `--${boundary}`,
      `Content-Type: text/x-log; charset=UTF-8; name*0*=UTF-8''${encodeURIComponent(local)}; name*1*=%40${domain}.log`,
      `Content-Disposition: attachment; filename*0*=UTF-8''${encodeURIComponent(local)};`,
      ` filename*1*=%40${domain}.log`,
      'Content-Transfer-Encoding: base64',
      '',
      base64('line one\r\nline two\r\n'),
      `--${boundary}--`,
    ]),
  };
}

/** As Proton's bridge and web app write it. */
export function proton(given: ReplySituation): RawParts {
  const { owner, ownerName, reverse, shownAs, text, subject, messageId, references, serial } = given;
  const boundary = `b1_proton${serial}`;
  return {
    fields: [
      'Date: Sat, 21 Nov 2026 12:10:00 +0000\r\n',
      `To: "${shownAs}" <${reverse}>\r\n`,
      `From: ${ownerName} <${owner}>\r\n`,
      `Subject: Re: ${subject}\r\n`,
      `Message-ID: <${serial}proton=@protonmail.com>\r\n`,
      `In-Reply-To: ${messageId}\r\n`,
      `References: ${references} ${messageId}\r\n`,
      `Feedback-ID: ${serial}:user:proton\r\n`,
      'X-Pm-Message-ID: 0123456789abcdef\r\n',
      'MIME-Version: 1.0\r\n',
      `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`,
    ],
    body: crlf([
      `--${boundary}`,
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      base64(
        `${text}\r\n\r\nOn Saturday, November 21st, 2026, ${shownAs} <${reverse}> wrote:\r\n\r\n> Dear ${owner}\r\n`,
      ),
      '',
      `--${boundary}`,
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      base64(
        `<div style="font-family: Arial;">${text}</div><div class="protonmail_signature_block protonmail_signature_block-empty"></div>` +
          `<div class="protonmail_quote">On Saturday, ${shownAs} &lt;${reverse}&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Dear ${owner}</blockquote></div>`,
      ),
      '',
      `--${boundary}--`,
    ]),
  };
}
