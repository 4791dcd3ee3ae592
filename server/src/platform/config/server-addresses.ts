import type { z } from 'zod'

/** Checks the address of a PostgreSQL server; the message never contains it, because it holds a password. */
export function checkDatabaseAddress(text: string, ctx: z.RefinementCtx): void {
  // Without a host a socket is meant, which URLs cannot express.
  const url = URL.parse(text.replace('@/', '@localhost/'))
  const isAddress =
    /^postgres(ql)?:\/\//.test(text) && url !== null && url.hash === '' && hasDecodableNames(url)
  if (!isAddress) ctx.addIssue({ code: 'custom', message: DATABASE_ADDRESS })
}

/** Checks the address of a mail server. */
export function checkMailServerAddress(text: string, ctx: z.RefinementCtx): void {
  const url = URL.parse(text)
  const isAddress =
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.hash === '' &&
    hasDecodableNames(url)
  if (!isAddress)
    ctx.addIssue({ code: 'custom', message: `is not smtp:// or smtps://user:password@host:port; ${ENCODE}` })
}

/** Checks the address of a service over http or https. */
export function checkHttpAddress(text: string, ctx: z.RefinementCtx): void {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    ctx.addIssue({ code: 'custom', message: 'is not an http(s) address' })
}

const ENCODE = 'other characters than letters and digits in user and password are percent-encoded (# is %23)'
const DATABASE_ADDRESS = `is not postgres://user:password@host:port/database; ${ENCODE}`

function hasDecodableNames({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}
