import { type Html, html } from '#html/html.ts'
import type { ReceivedMail } from './mailbox.ts'

export function renderListPage(mails: readonly ReceivedMail[]): string {
  const rows = mails.map(
    mail => html`<li><a href="/mailbox/mails/${mail.id}"><b>${mail.subject || 'No subject'}</b></a>
<p>${mail.from.name || mail.from.address} to ${mail.to.join(', ')}, ${renderTime(mail.receivedAt)}</p></li>`,
  )
  return renderFrame(
    'Mailbox',
    html`<h1>Mailbox</h1>
<p>${mails.length === 0 ? 'No mail yet' : mails.length === 1 ? '1 mail' : `${mails.length} mails`}</p>
<ul>${rows}</ul>`,
  )
}

export function renderMailPage({ from, to, subject, text, html: content, receivedAt }: ReceivedMail): string {
  const title = subject || 'No subject'
  return renderFrame(
    title,
    html`<p><a href="/mailbox">Mailbox</a></p>
<h1>${title}</h1>
<p>From ${from.name} ${from.address} to ${to.join(', ')}, ${renderTime(receivedAt)}</p>
${
  content &&
  html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${content}`}"></iframe>
<h2>Plain text</h2>`
}
<pre>${text}</pre>`,
  )
}

export function renderMissingPage(): string {
  return renderFrame(
    'Mail not found',
    html`<h1>This mail is not here</h1>
<p>It may be gone: only the newest mails are kept. <a href="/mailbox">Back to the mailbox</a></p>`,
  )
}

function renderTime(at: Date): Html {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  return html`<time datetime="${at.toISOString()}">${format.format(at)}</time>`
}

function renderFrame(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="stylesheet" href="/mailbox/style.css"></head>
<body><main>
${main}
</main></body></html>
`.markup
}

/** The styles of the mailbox pages, light and dark. */
export const MAILBOX_STYLE = `
:root { color-scheme: light dark }
body { max-width: 920px; margin: 32px auto; padding: 0 24px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
ul { padding: 0; list-style: none }
li { padding: 12px 0; border-top: 1px solid #8886 }
li p { margin: 4px 0 }
iframe { width: 100%; height: max(420px, calc(100vh - 320px)); border: 1px solid #8886; background: #fff; color-scheme: light }
pre { white-space: pre-wrap }
`
