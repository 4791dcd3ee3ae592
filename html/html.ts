/** Markup that is safe to send: made by `html` or `rawHtml` only. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** Values are escaped unless they are Html; lists are joined; null, undefined and false show nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(toMarkup)))
}

/** Markup of a library or of a file of this repository, never a customer's text: it is not escaped. */
export function rawHtml(markup: string): Html {
  return new Html(markup)
}

function toMarkup(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(toMarkup).join('')
  return String(value).replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)
}
