import type { ReceivedMail } from './mailbox.ts'

export function listPage(mails: readonly ReceivedMail[]): string {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`
  const rows = mails.map(row).join('\n')
  return frame(
    'Mailbox',
    `<div class="title"><h1>Mailbox</h1><span class="count">${count}</span><a class="button" href="/mailbox">Refresh</a></div>
${mails.length === 0 ? nothing('No mail yet', 'Mails the demo sends arrive here, whoever they are for.') : `<ul class="mails">${rows}</ul>`}`,
  )
}

export function mailPage(mail: ReceivedMail): string {
  const { from, to, subject, text, html, receivedAt } = mail
  const body = html
    ? `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${asText(`<base target="_blank">${html}`)}"></iframe>
<details><summary>Plain text</summary><pre>${asText(text)}</pre></details>`
    : `<pre class="only">${asText(text)}</pre>`
  return frame(
    subject || 'No subject',
    `<p><a class="back" href="/mailbox"><span aria-hidden="true">←</span> Mailbox</a></p>
<article>
<h1>${asText(subject || 'No subject')}</h1>
<div class="envelope">${avatar(mail)}
<dl><div><dt>From</dt><dd>${from.name ? `<b>${asText(from.name)}</b> ` : ''}${asText(from.address)}</dd></div>
<div><dt>To</dt><dd>${asText(to.join(', '))}</dd></div></dl>
${time(receivedAt)}</div>
${body}
</article>`,
  )
}

export function missingPage(): string {
  return frame(
    'Mail not found',
    nothing('This mail is not here', 'It may be gone: only the newest mails are kept.', true),
  )
}

function row(mail: ReceivedMail): string {
  return `<li><a href="/mailbox/mails/${asText(mail.id)}">${avatar(mail)}
<span class="who">${asText(mail.from.name || mail.from.address)}</span>${time(mail.receivedAt)}
<span class="what"><b>${asText(mail.subject || 'No subject')}</b> <span>${asText(preview(mail.text))}</span></span>
<span class="to">to ${asText(mail.to.join(', '))}</span></a></li>`
}

function avatar({ from }: ReceivedMail): string {
  const [initial = '?'] = from.name || from.address
  return `<span class="avatar" aria-hidden="true">${asText(initial.toUpperCase())}</span>`
}

function time(at: Date): string {
  const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  return `<time datetime="${at.toISOString()}">${shown}</time>`
}

function preview(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 140)
}

function nothing(title: string, hint: string, back = false): string {
  const link = back ? '<a class="button" href="/mailbox">Back to the mailbox</a>' : ''
  return `<div class="nothing"><h2>${title}</h2><p>${hint}</p>${link}</div>`
}

function frame(title: string, main: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${asText(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="stylesheet" href="/mailbox/style.css"></head>
<body><main>
${main}
</main></body></html>
`
}

function asText(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
