import { addDays } from 'date-fns/addDays'
import type { Context, Reader } from '#server/context.ts'
import { findDevice } from '../store/devices.ts'

/** Days after which a device is known: its owner has had a mail about it, and time to say that it is not theirs. */
const KNOWN_AFTER_DAYS = 7

/** Whether the session is of a device that signed in 7 days ago or earlier. */
export async function isKnownDevice(
  ctx: Context,
  db: Reader,
  { accountId, grantId }: { accountId: string; grantId: string | null },
): Promise<boolean> {
  const device = grantId === null ? undefined : await findDevice(db, { accountId, grantId })
  return device !== undefined && device.created_at <= addDays(ctx.clock.now(), -KNOWN_AFTER_DAYS)
}
