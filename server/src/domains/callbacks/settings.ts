import type { CallbackEventType, CallbackVersion } from '#contract/callback-payload.ts'
import { type Context, change } from '../../context.ts'
import { getLockedEndpoint } from './endpoint.ts'
import { updateCallbacks } from './store/callbacks.ts'

/**
 * Sets the version of later events and the types that are told; null: all, also those of later releases. Events from before
 * keep their version. Throws conflict for a blocked account, not-found without an address.
 */
export async function setEventSettings(
  ctx: Context,
  accountId: string,
  { version, events }: { version: CallbackVersion; events: readonly CallbackEventType[] | null },
): Promise<void> {
  await change(ctx, async tx => {
    await getLockedEndpoint(ctx, tx, accountId)
    await updateCallbacks(tx, accountId, {
      version,
      events: events && JSON.stringify([...new Set(events)]),
    })
  })
}
