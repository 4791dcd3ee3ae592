import { themeOf } from '#brands/index.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { brandById } from '../brands/index.ts'
import type { MailTokenPayload, Purpose } from './mail-tokens.ts'
import { html } from './pages/html.ts'
import { type TextId, textsIn } from './texts.ts'

/** A mail with one link, in the customer's language and the brand's look, as HTML and as plain text. */
export function linkMail(from: string, purpose: Purpose, to: MailTokenPayload, token: string): MailMessage {
  const brand = brandById(to.brandId)
  const text = textsIn(to.locale)
  const { subject, body, action, ignore, path } = CONTENT[purpose]
  const letter = {
    lang: to.locale,
    subject: text(subject, { brand: brand.name }),
    body: text(body, { brand: brand.name }),
    action: text(action),
    ignore: text(ignore),
    address: to.origin + path(token),
    accent: themeOf(brand).light,
    wordmark: themeOf(brand).logo.wordmark,
    footer: text('mail.footer', { brand: brand.name }),
  }
  return {
    to: to.email,
    from: { name: brand.name, address: from },
    subject: letter.subject,
    text: plain(letter),
    html: designed(letter),
  }
}

interface Content {
  subject: TextId
  body: TextId
  action: TextId
  ignore: TextId
  path: (token: string) => string
}

const CONTENT: Record<Purpose, Content> = {
  'new-password': {
    subject: 'mail.new-password.subject',
    body: 'mail.new-password.text',
    action: 'sign-in.new-password.title',
    ignore: 'mail.ignore',
    path: token => `/identity/new-password/${token}`,
  },
  'sign-up': {
    subject: 'mail.sign-up.subject',
    body: 'mail.sign-up.text',
    action: 'sign-up.confirm.submit',
    ignore: 'mail.ignore',
    path: token => `/identity/confirm/${token}`,
  },
  'already-here': {
    subject: 'mail.already-here.subject',
    body: 'mail.already-here.text',
    action: 'sign-in.submit',
    ignore: 'mail.ignore',
    path: () => '/',
  },
}

interface Letter {
  lang: string
  subject: string
  body: string
  action: string
  ignore: string
  address: string
  accent: { accent: string; ink: string }
  wordmark: string
  footer: string
}

function plain({ subject, body, action, address, ignore, footer }: Letter): string {
  return [subject, body, `${action}:\n${address}`, ignore, `-- \n${footer}`].join('\n\n')
}

/** Mail programs know neither style sheets nor variables: everything stands at its element. */
function designed({
  lang,
  subject,
  body,
  action,
  address,
  ignore,
  accent,
  wordmark,
  footer,
}: Letter): string {
  return html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:#f6f6f4;color:#1b1a18;font:16px/1.5 Figtree,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:${accent.accent}">${wordmark}</p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.2">${subject}</h1>
<p style="margin:0 0 24px">${body}</p>
<p style="margin:0 0 24px"><a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:${accent.accent};color:${accent.ink};font-weight:600;text-decoration:none">${action}</a></p>
<p style="margin:0;font-size:14px;color:#5f5d58">${ignore}</p>
</td></tr></table>
<p style="margin:16px 0 0;font-size:12px;color:#5f5d58">${footer}</p>
</td></tr></table>
</body></html>`.markup
}
