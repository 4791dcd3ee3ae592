import { type Html, html } from '#html/html.ts'
import type { Page } from './page.ts'

interface Field {
  name: string
  label: string
  type: 'email' | 'password'
  autocomplete: string
  value?: string
  hint?: string
  error?: string
  focus?: boolean
}

/**
 * Renders a labelled input, described by its hint and error. Passwords have no maxlength, because browsers truncate a
 * pasted one silently.
 */
export function renderField({ name, label, type, autocomplete, value, hint, error, focus }: Field): Html {
  const descriptionIds = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${type === 'email' ? html` maxlength="254"` : null}${value ? html` value="${value}"` : null}${type === 'email' ? html` inputmode="email" autocapitalize="none" spellcheck="false"` : null}${descriptionIds ? html` aria-describedby="${descriptionIds}"` : null}${error ? html` aria-invalid="true"` : null}${focus ? html` autofocus` : null}>
${hint && !error ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
${error ? html`<p class="error" id="${name}-error">${error}</p>` : null}
</div>`
}

/** Renders a form with one button and a CSRF token; 'danger' for a button that ends something for good. */
export function renderForm(
  csrfToken: string,
  fields: readonly Html[],
  submit: string,
  kind: 'primary' | 'danger' = 'primary',
): Html {
  return html`<form method="post" novalidate>
<input type="hidden" name="check" value="${csrfToken}">
${fields}
<button class="primary${kind === 'danger' && ' danger'}" type="submit">${submit}</button>
</form>`
}

/** Renders an error of the whole form, announced by screen readers. */
export function renderAlert(message: string | undefined): Html | null {
  return message ? html`<p class="alert" role="alert">${message}</p>` : null
}

export function renderEmailField({ text }: Page, changes: Partial<Field>): Html {
  return renderField({
    name: 'email',
    label: text('sign-in.email'),
    type: 'email',
    autocomplete: 'username',
    ...changes,
  })
}
