import type { Context } from '../../context.ts'

/** A download must start within START_SECONDS; a started download may resume for RESUME_SECONDS. */
const START_SECONDS = 300
const RESUME_SECONDS = 86_400

/** Signs the token of a zip's address (PL-181). `kind`: the kind of zip; `ids` identify it and contain no ':'. */
export function signZipToken(ctx: Context, kind: string, ids: readonly string[]): string {
  const now = ctx.clock.now()
  const startUntil = Math.floor(now.getTime() / 1000) + START_SECONDS
  return ctx.signer.sign([kind, ...ids, startUntil].join(':'), now, { seconds: RESUME_SECONDS, window: 1 })
}

/**
 * Returns the ids of a token, and whether a download may start now or only resume (answer-zip.ts); null when the token
 * is altered, expired or of another kind.
 */
export function verifyZipToken(
  ctx: Context,
  kind: string,
  token: string,
): { ids: string[]; mayStart: boolean } | null {
  const now = ctx.clock.now()
  const [signedKind, ...ids] = ctx.signer.verify(token, now)?.scope.split(':') ?? []
  const startUntil = Number(ids.pop())
  return signedKind === kind ? { ids, mayStart: now.getTime() / 1000 <= startUntil } : null
}
