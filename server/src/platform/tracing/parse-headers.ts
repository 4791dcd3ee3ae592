import type { z } from 'zod'

/** Parses `name=value,…` with percent-encoded values (OTEL_EXPORTER_OTLP_HEADERS); messages never contain the text. */
export function parseTraceHeaders(text: string, ctx: z.RefinementCtx): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [i, entry] of text.split(',').entries()) {
    if (entry.trim() === '') continue
    const separator = entry.indexOf('=')
    const name = entry.slice(0, separator).trim()
    const value = decode(entry.slice(separator + 1).trim())
    if (separator > 0 && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && value !== null) headers[name] = value
    else ctx.addIssue({ code: 'custom', message: `entry ${i + 1} is not name=value, percent-encoded` })
  }
  return headers
}

/** Null for what is not percent-encoded, and for characters that a header cannot have. */
function decode(text: string): string | null {
  try {
    const value = decodeURIComponent(text)
    return /^[\x20-\x7e]*$/.test(value) ? value : null
  } catch {
    return null
  }
}
