import { type Html, html } from '#html/html.ts'
import type { ReceivedMail } from './mailbox.ts'

export function renderListPage(mails: readonly ReceivedMail[]): string {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`
  const rows = mails.map(renderRow)
  return renderFrame(
    'Mailbox',
    html`<div class="title"><h1>Mailbox</h1><span class="count">${count}</span><a class="button" href="/mailbox">Refresh</a></div>
${mails.length === 0 ? renderEmptyList('No mail yet', 'Mails the demo sends arrive here, whoever they are for.') : html`<ul class="mails">${rows}</ul>`}`,
  )
}

export function renderMailPage(mail: ReceivedMail): string {
  const { from, to, subject, text, receivedAt } = mail
  const body = mail.html
    ? html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>
<details><summary>Plain text</summary><pre>${text}</pre></details>`
    : html`<pre class="only">${text}</pre>`
  return renderFrame(
    subject || 'No subject',
    html`<p><a class="back" href="/mailbox"><span aria-hidden="true">←</span> Mailbox</a></p>
<article>
<h1>${subject || 'No subject'}</h1>
<div class="envelope">${renderAvatar(mail)}
<dl><div><dt>From</dt><dd>${from.name ? html`<b>${from.name}</b> ` : ''}${from.address}</dd></div>
<div><dt>To</dt><dd>${to.join(', ')}</dd></div></dl>
${renderTime(receivedAt)}</div>
${body}
</article>`,
  )
}

export function renderMissingPage(): string {
  return renderFrame(
    'Mail not found',
    renderEmptyList('This mail is not here', 'It may be gone: only the newest mails are kept.', true),
  )
}

function renderRow(mail: ReceivedMail): Html {
  return html`<li><a href="/mailbox/mails/${mail.id}">${renderAvatar(mail)}
<span class="who">${mail.from.name || mail.from.address}</span>${renderTime(mail.receivedAt)}
<span class="what"><b>${mail.subject || 'No subject'}</b> <span>${createPreview(mail.text)}</span></span>
<span class="to">to ${mail.to.join(', ')}</span></a></li>`
}

function renderAvatar({ from }: ReceivedMail): Html {
  const [initial = '?'] = from.name || from.address
  return html`<span class="avatar" aria-hidden="true">${initial.toUpperCase()}</span>`
}

function renderTime(at: Date): Html {
  const formattedTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(
    at,
  )
  return html`<time datetime="${at.toISOString()}">${formattedTime}</time>`
}

function createPreview(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 140)
}

function renderEmptyList(title: string, hint: string, back = false): Html {
  const link = back ? html`<a class="button" href="/mailbox">Back to the mailbox</a>` : null
  return html`<div class="nothing"><h2>${title}</h2><p>${hint}</p>${link}</div>`
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
