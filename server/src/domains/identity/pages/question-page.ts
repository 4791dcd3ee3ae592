import type { FastifyReply } from 'fastify'
import { html } from '#html/html.ts'
import { renderForm } from './fields.ts'
import { type Page, renderDocument } from './page.ts'
import { sendPage } from './send-page.ts'

/** Sends the page behind a mailed link that changes something only when its one button is pressed. */
export const sendQuestion = (
  reply: FastifyReply,
  page: Page,
  csrfToken: string,
  { title, text, submit }: { title: string; text: string; submit: string },
): FastifyReply =>
  sendPage(
    reply,
    200,
    renderDocument(
      page,
      title,
      html`<h1>${title}</h1>
<p class="lead">${text}</p>
${renderForm(csrfToken, [], submit)}`,
    ),
  )
