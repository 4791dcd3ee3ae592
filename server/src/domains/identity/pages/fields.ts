import { type Html, html } from '#html/html.ts'
import { renderIcon } from './icons.ts'
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
  /** Name of the button that shows a password as text; it appears by script. */
  reveal?: string
}

/**
 * Renders a labelled input, described by its hint and error. Passwords have no maxlength, because browsers truncate a
 * pasted one silently.
 */
export function renderField({
  name,
  label,
  type,
  autocomplete,
  value,
  hint,
  error,
  focus,
  reveal,
}: Field): Html {
  const descriptionIds = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
<div class="input"><input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${type === 'email' ? html` maxlength="254"` : null}${value ? html` value="${value}"` : null}${type === 'email' ? html` inputmode="email" autocapitalize="none" spellcheck="false"` : null}${descriptionIds ? html` aria-describedby="${descriptionIds}"` : null}${error ? html` aria-invalid="true"` : null}${focus ? html` autofocus` : null}>${reveal ? html`<button class="reveal" type="button" aria-label="${reveal}" aria-pressed="false" hidden>${renderIcon('eye')}${renderIcon('eye-off')}</button>` : null}</div>
${hint && !error ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
${error ? html`<p class="error" id="${name}-error">${error}</p>` : null}
</div>`
}

/** Renders a form with a CSRF token, one button, and what may follow the button; 'danger' for one that ends something for good. */
export function renderForm(
  csrfToken: string,
  fields: readonly Html[],
  submit: string,
  { kind = 'primary', after }: { kind?: 'primary' | 'danger'; after?: Html | undefined } = {},
): Html {
  return html`<form method="post" novalidate>
<input type="hidden" name="check" value="${csrfToken}">
${fields}
<button class="primary${kind === 'danger' && ' danger'}" type="submit">${submit}</button>
${after}
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
