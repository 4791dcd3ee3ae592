import type { Context, Reader } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { findDevice } from '../store/devices.ts'
import { listTrustedPasskeyIds } from './passkeys.ts'
import { listPasskeys } from './store.ts'

/** The use of a passkey and the sign-in that it completes are stored one after the other. */
const LEEWAY_MS = 60_000

/**
 * Requires that the last sign-in, or confirmation, of this session was by a passkey older than 30 days (NX-365). Throws
 * forbidden.
 */
export async function requireTrustedPasskeyUse(
  ctx: Context,
  db: Reader,
  { accountId, grantId }: { accountId: string; grantId: string | null },
): Promise<void> {
  const device = grantId === null ? undefined : await findDevice(db, { accountId, grantId })
  const trustedIds = await listTrustedPasskeyIds(ctx, db, accountId)
  const passkeys = await listPasskeys(db, accountId)
  const authTime = device?.auth_time?.getTime()
  const isUsed = passkeys.some(
    ({ passkey_id: id, last_used_at: usedAt }) =>
      authTime !== undefined &&
      usedAt !== null &&
      trustedIds.includes(id) &&
      Math.abs(usedAt.getTime() - authTime) <= LEEWAY_MS,
  )
  if (!isUsed || !device?.methods.includes('pop'))
    throw new Failure('forbidden', 'The change was not confirmed with a passkey older than 30 days')
}
