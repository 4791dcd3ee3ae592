import type { FieldIssue, FieldIssues } from '#contract/input/field-issues.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/input/password.ts'
import { type Html, html } from '#html/html.ts'
import type { Page } from './page.ts'

/** Error messages of the sign-in forms by field name. */
export type FieldErrors = { email?: string; password?: string }

export function toFieldErrors(page: Page, { email, password }: FieldIssues): FieldErrors {
  return {
    email: email && page.text(email === 'empty' ? 'sign-in.required' : 'sign-in.email-invalid'),
    password: password && formatPasswordError(page, password),
  }
}

/**
 * Renders the summary of several errors with a link to each field, announced by screen readers; null for fewer than
 * two.
 */
export function renderErrorSummary({ text }: Page, { email, password }: FieldErrors): Html | null {
  if (!email || !password) return null
  return html`<div class="summary" role="alert" aria-labelledby="summary">
<h2 id="summary">${text('form.errors')}</h2>
<ul>
<li><a href="#email">${text('sign-in.email')}</a> ${email}</li>
<li><a href="#password">${text('sign-in.password')}</a> ${password}</li>
</ul>
</div>`
}

function formatPasswordError({ text }: Page, issue: FieldIssue): string {
  if (issue === 'empty') return text('sign-in.required')
  return issue === 'too-long'
    ? text('sign-in.password-too-long', { count: PASSWORD_MAX })
    : text('sign-in.password-too-short', { count: PASSWORD_MIN })
}
