import { SERVICES } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'

/** A download must start within this time; a broken one may go on (Range) for as long as the address lives. */
export const START_SECONDS = 300
const RESUME_SECONDS = 86_400

/** The signed address of one archive (PL-181), for the browser's own download manager. */
export function zipAddress(ctx: Context, accountId: string, downloadId: string, origin: string): string {
  const now = ctx.clock.now()
  const startUntil = Math.floor(now.getTime() / 1000) + START_SECONDS
  const token = ctx.signer.sign(`zip:${accountId}:${downloadId}:${startUntil}`, now, RESUME_SECONDS)
  return `${origin}${SERVICES.downloads}/files/${token}/${downloadId}.zip`
}

/** What the address allows, or null: altered, expired, or a first start that comes too late. */
export function readZipToken(ctx: Context, token: string, resuming: boolean) {
  const now = ctx.clock.now()
  const [kind, accountId, downloadId, startUntil] = ctx.signer.verify(token, now)?.scope.split(':') ?? []
  if (kind !== 'zip' || !accountId || !downloadId) return null
  if (!resuming && now.getTime() / 1000 > Number(startUntil)) return null
  return { accountId, downloadId }
}
