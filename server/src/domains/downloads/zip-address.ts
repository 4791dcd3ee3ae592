import type { Context } from '../../context.ts'

/** A download must start within START_SECONDS; an interrupted one may resume (Range) for RESUME_SECONDS. */
const START_SECONDS = 300
const RESUME_SECONDS = 86_400

/** Signs the token of a zip's address (PL-181). `kind`: the kind of zip; `ids` identify it and contain no ':'. */
export function signZipToken(ctx: Context, kind: string, ids: readonly string[]): string {
  const now = ctx.clock.now()
  const startUntil = Math.floor(now.getTime() / 1000) + START_SECONDS
  return ctx.signer.sign([kind, ...ids, startUntil].join(':'), now, { seconds: RESUME_SECONDS, window: 1 })
}

/**
 * The ids of a token; null when it is altered, expired, of another kind, or a download starts too late. A request resumes
 * a download when its `rangeHeader` begins behind the first byte.
 */
export function verifyZipToken(
  ctx: Context,
  kind: string,
  token: string,
  rangeHeader: string | undefined,
): string[] | null {
  const now = ctx.clock.now()
  const [signedKind, ...ids] = ctx.signer.verify(token, now)?.scope.split(':') ?? []
  const startUntil = Number(ids.pop())
  if (signedKind !== kind) return null
  const isResume = rangeHeader !== undefined && !/^bytes=0-/.test(rangeHeader)
  return !isResume && now.getTime() / 1000 > startUntil ? null : ids
}
