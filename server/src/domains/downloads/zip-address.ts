import type { Context } from '../../context.ts'

/** A download must start within this time; a broken one may go on (Range) for as long as the address lives. */
const START_SECONDS = 300
const RESUME_SECONDS = 86_400

/** The token of one zip's signed address (PL-181): `what` names it, without ':'; `kind` is whose zips these are. */
export function signZipToken(ctx: Context, kind: string, what: readonly string[]): string {
  const now = ctx.clock.now()
  const startUntil = Math.floor(now.getTime() / 1000) + START_SECONDS
  return ctx.signer.sign([kind, ...what, startUntil].join(':'), now, RESUME_SECONDS)
}

/**
 * What the token names, or null: altered, expired, of another kind, or a first start that comes too late. A request
 * goes on with a download when its range (`rangeHeader`) begins behind the first byte.
 */
export function verifyZipToken(
  ctx: Context,
  kind: string,
  token: string,
  rangeHeader: string | undefined,
): string[] | null {
  const now = ctx.clock.now()
  const [of, ...what] = ctx.signer.verify(token, now)?.scope.split(':') ?? []
  const startUntil = Number(what.pop())
  if (of !== kind) return null
  const resuming = rangeHeader !== undefined && !/^bytes=0-/.test(rangeHeader)
  return !resuming && now.getTime() / 1000 > startUntil ? null : what
}
