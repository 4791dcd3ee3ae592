import { html, rawHtml } from '#html/html.ts'
import type { FooterLink } from '../i18n/footer-links.ts'
import type { EmailLink } from './email-link.ts'
import type { MailMessage } from './mail.ts'

/** Sender and design of a mail, those of one brand. */
export interface EmailDesign extends EmailColours {
  from: { name: string; address: string }
  wordmark: string
  /** In mail programs with a dark mode. */
  dark: EmailColours
  /** The brand's legal links, below the footer of every mail. */
  footerLinks: readonly FooterLink<EmailLink>[]
}

/** CSS colours. */
export interface EmailColours {
  /** Background of the button. */
  accent: string
  /** Text on the accent colour. */
  onAccent: string
  link: string
}

/** The content of a mail; its first link opens `address`. A notice has none. */
export interface EmailContent {
  to: string
  lang: string
  subject: string
  body: string
  /** A picture above the heading. */
  picture?: { address: EmailLink; description: string }
  /** A person's words, rendered as a quotation with their line breaks. */
  quote?: string | undefined
  /** Rows of name and value. */
  facts?: readonly (readonly [name: string, value: string])[]
  /** Below the facts; `isQuote`: a person's words. */
  sections?: readonly EmailSection[]
  /** The label of the first link. */
  action?: string
  address?: EmailLink
  /** A second link, less prominent. */
  other?: { action: string; address: EmailLink }
  /** Small print below the links. */
  note: string
  footer: string
}

export interface EmailSection {
  title: string
  text: string
  isQuote?: true
}

/** Renders a mail as HTML and as plain text. */
export function renderEmail(design: EmailDesign, content: EmailContent): MailMessage {
  return {
    to: content.to,
    from: design.from,
    subject: content.subject,
    text: renderText(design, content),
    html: renderHtml(design, content),
  }
}

function renderText({ footerLinks }: EmailDesign, content: EmailContent): string {
  const { subject, body, quote, facts = [], sections = [], action, address, other, note, footer } = content
  return [
    subject,
    body,
    ...(quote ? [toTextQuote(quote)] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...sections.flatMap(({ title, text, isQuote }) => [title, isQuote ? toTextQuote(text) : text]),
    ...(address ? [`${action}:\n${address}`] : []),
    ...(other ? [`${other.action}:\n${other.address}`] : []),
    note,
    `-- \n${footer}`,
    footerLinks.map(link => `${link.label}: ${link.address}`).join('\n'),
  ].join('\n\n')
}

const toTextQuote = (words: string): string => words.replace(/^/gm, '> ')

/**
 * Styles are inline because many mail programs support neither style sheets nor variables. The ones that have a dark mode
 * read its colours from the style sheet, which overrides the inline ones.
 */
function renderHtml(design: EmailDesign, content: EmailContent): string {
  const { lang, subject, body, picture, quote, facts = [], sections = [] } = content
  const { action, address, other, note, footer } = content
  const { wordmark, accent, onAccent, link, dark, footerLinks } = design
  return html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${rawHtml(renderDarkStyle(dark))}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f6f4;color:#1b1a18;font:16px/1.5 Figtree,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:520px;background:#ffffff;border-radius:16px"><tr><td style="padding:32px">
<p class="wordmark" style="margin:0 0 24px;font-size:20px;font-weight:700;color:${accent}">${wordmark}</p>
${
  picture &&
  html`<p style="margin:0 0 24px"><img src="${picture.address}" alt="${picture.description}" width="456" style="display:block;width:100%;height:auto;border-radius:8px"></p>
`
}<h1 style="margin:0 0 12px;font-size:24px;line-height:1.2">${subject}</h1>
<p style="margin:0 0 24px">${body}</p>
${quote && renderQuote(quote)}${
  facts.length > 0 &&
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="margin:0 0 24px;border-top:1px solid #e4e3df">${facts.map(renderFactRow)}</table>
`
}${sections.map(renderSection)}${
  address &&
  html`<p style="margin:0 0 24px"><a href="${address}" class="button" style="display:inline-block;padding:12px 24px;border-radius:24px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${action}</a></p>
`
}${
  other &&
  html`<p style="margin:0 0 24px"><a href="${other.address}" class="link" style="color:${link};font-weight:600">${other.action}</a></p>
`
}<p class="small" style="margin:0;font-size:14px;color:#5f5d58">${note}</p>
</td></tr></table>
<p class="small" style="margin:16px 0 0;font-size:12px;color:#5f5d58">${footer}</p>
<p class="small" style="margin:4px 0 0;font-size:12px;color:#5f5d58">${footerLinks.map(renderFooterLink)}</p>
</td></tr></table>
</body></html>`.markup
}

const renderQuote = (words: string) =>
  html`<blockquote class="line" style="margin:0 0 24px;padding:0 0 0 16px;border-left:3px solid #e4e3df;white-space:pre-line">${words}</blockquote>
`

const renderSection = ({ title, text, isQuote }: EmailSection) =>
  html`<p style="margin:0 0 8px;font-weight:600">${title}</p>
${isQuote ? renderQuote(text) : html`<p style="margin:0 0 24px">${text}</p>\n`}`

const renderFooterLink = ({ label, address }: FooterLink, index: number) =>
  html`${index > 0 && ' · '}<a href="${address}" class="small" style="color:#5f5d58">${label}</a>`

const renderFactRow = ([name, value]: readonly [string, string]) =>
  html`<tr><td class="line small" style="padding:10px 16px 10px 0;border-bottom:1px solid #e4e3df;font-size:14px;color:#5f5d58;vertical-align:top">${name}</td><td class="line" style="padding:10px 0;border-bottom:1px solid #e4e3df;font-weight:600;text-align:right;overflow-wrap:anywhere">${value}</td></tr>`

/** Colours of the pages' dark mode (web/src/ui/tokens.css). */
function renderDarkStyle({ accent, onAccent, link }: EmailColours): string {
  const rules = [
    '.page{background:#131312!important;color:#f3f2ef!important}',
    '.card{background:#232321!important}',
    `.wordmark{color:${accent}!important}`,
    '.line{border-color:#33322f!important}',
    '.small{color:#b5b3ad!important}',
    `.button{background:${accent}!important;color:${onAccent}!important}`,
    `.link{color:${link}!important}`,
  ]
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`
}
