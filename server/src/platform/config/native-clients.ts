import { z } from 'zod'
import { parseJson } from '../json.ts'

/** A native app that may sign customers in: a public client of the embedded identity provider (RFC 8252). */
export interface NativeClient {
  id: string
  redirectUris: readonly string[]
}

/** The web's own client; see provider/client.ts. */
const RESERVED_ID = /^keepsake-web$/

const clients = z
  .array(
    z.strictObject({
      id: z
        .string()
        .regex(/^[a-z0-9][a-z0-9._-]{1,63}$/)
        .refine(id => !RESERVED_ID.test(id)),
      redirectUris: z.array(z.string().max(500).refine(isNativeRedirect)).min(1).max(10),
    }),
  )
  .refine(entries => new Set(entries.map(({ id }) => id)).size === entries.length)

/** Reads JSON such as `[{"id": "keepsake-ios", "redirectUris": ["com.example.keepsake:/callback"]}]`. */
export function parseNativeClients(text: string, ctx: z.RefinementCtx): readonly NativeClient[] {
  const parsed = clients.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const invalidPaths = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole')
  ctx.addIssue({ code: 'custom', message: `not valid: ${invalidPaths.join(', ')}` })
  return []
}

/**
 * Whether RFC 8252, 7 allows the redirect address for a native app: a private scheme of a reversed domain name, an
 * https address that the app has claimed, or http at 127.0.0.1 with any port. Not [::1], which no content security
 * policy can name.
 */
function isNativeRedirect(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.hash || url.username || address.includes('*')) return false
  if (url.protocol === 'https:') return !/^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname)
  if (url.protocol === 'http:') return url.hostname === '127.0.0.1'
  return /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)
}
