/** A piece of markup that is safe to send: made by `html` only. */
export interface Html {
  readonly markup: string
}

/** Every value set into the template is escaped, unless it is markup itself; lists are joined, null shows nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return { markup: parts.reduce((all, part, i) => all + shown(values[i - 1]) + part) }
}

/** Markup that comes from a library or a file of ours, never from a customer. */
export const trusted = (markup: string): Html => ({ markup })

function shown(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(shown).join('')
  if (isHtml(value)) return value.markup
  return String(value).replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)
}

function isHtml(value: unknown): value is Html {
  return typeof value === 'object' && value !== null && 'markup' in value
}
