import { html } from '#html/html.ts'
import type { TextId } from '../texts/texts.ts'
import { type Page, renderDocument } from './page.ts'

export interface NewsletterForm {
  /** The entered text. */
  email: string
  /** Why it was refused. */
  problem?: TextId
}

/** Renders the newsletter form with the entered text. */
export function renderNewsletterPage(page: Page, { email, problem }: NewsletterForm): string {
  const { text } = page
  const content = html`<div class="message"><h1>${text('newsletter.title')}</h1>
<p>${text('newsletter.text')}</p>
<form method="post" action="/newsletter?channel=${encodeURIComponent(page.brand.channel)}" novalidate>
<div class="field"><label for="email">${text('newsletter.email')}</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" value="${email}"${problem && html` aria-invalid="true" aria-describedby="email-problem" autofocus`}>
${problem && html`<p class="error" id="email-problem">${text(problem)}</p>`}</div>
<button class="primary" type="submit">${text('newsletter.submit')}</button>
</form></div>`
  return renderDocument(page, text('newsletter.title'), content)
}
