import type { FastifyReply } from 'fastify'
import { type Html, html } from '#html/html.ts'
import { type MessageId, translateParts } from '#server/platform/i18n/translate.ts'
import { type Page, renderDocument } from './page.ts'
import { sendPage } from './send-page.ts'

interface Message {
  title: string
  text: string | Html
  /** The link; to the sign-in if left out. */
  to?: { address: string; label: string }
}

/** Sends a page with one message and one link. */
export const sendMessage = (
  reply: FastifyReply,
  status: number,
  page: Page,
  message: Message,
): FastifyReply => sendPage(reply, status, renderMessagePage(page, message))

function renderMessagePage(page: Page, { title, text, to }: Message): string {
  const { address, label } = to ?? { address: '/', label: page.text('sign-in.submit') }
  return renderDocument(
    page,
    title,
    html`<h1>${title}</h1>
<p class="lead" role="status">${text}</p>
<a class="primary" href="${address}">${label}</a>`,
  )
}

/** Renders the page for a request that the provider refused, or failed to answer; contains no data of the request. */
export function renderErrorPage(page: Page, isServerError: boolean): string {
  const { text } = page
  return renderMessagePage(page, {
    title: text('app.error.title'),
    text: isServerError ? text('sign-in.unavailable') : renderContactText(page, 'app.error.text'),
  })
}

/** Renders a text whose `<link>` leads to the brand's customer care. */
export const renderContactText = (page: Page, id: MessageId): Html =>
  renderLinkedText(page, id, page.brand.addresses.contact)

/** Renders a text with its values, whose `<link>` leads to an address. */
export function renderLinkedText(
  { brand }: Page,
  id: MessageId,
  address: string,
  values: Record<string, string | number> = {},
): Html {
  const link = (content: unknown[]) => html`<a href="${address}">${content}</a>`
  return html`${translateParts<Html>(brand.locale, id, { ...values, link })}`
}
