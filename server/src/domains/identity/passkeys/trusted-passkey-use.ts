import type { Context, Reader } from '#server/context.ts'
import { findDevice } from '../store/devices.ts'
import { listTrustedPasskeyIds } from './passkeys.ts'
import { listPasskeys } from './store.ts'

/** The use of a passkey and the sign-in that it completes are stored one after the other. */
const LEEWAY_MS = 60_000

/**
 * Whether the last sign-in, or confirmation, of this session was by a passkey older than 30 days: it outweighs the mailbox.
 */
export async function isTrustedPasskeyUsed(
  ctx: Context,
  db: Reader,
  { accountId, grantId }: { accountId: string; grantId: string | null },
): Promise<boolean> {
  const device = grantId === null ? undefined : await findDevice(db, { accountId, grantId })
  const authTime = device?.auth_time?.getTime()
  if (authTime === undefined || !device?.methods.includes('pop')) return false
  const trustedIds = await listTrustedPasskeyIds(ctx, db, accountId)
  const passkeys = await listPasskeys(db, accountId)
  return passkeys.some(
    ({ passkey_id: id, last_used_at: usedAt }) =>
      usedAt !== null && trustedIds.includes(id) && Math.abs(usedAt.getTime() - authTime) <= LEEWAY_MS,
  )
}
