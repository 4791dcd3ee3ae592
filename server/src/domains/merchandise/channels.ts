import { findBrandByChannel } from '#brands/index.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { putChannel, RetailerChannel } from '#contract/retailer-merchandise.ts'
import { type Context, memoizePerContext } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import type { Submission } from '../../http/submission.ts'
import { findRow, listRows } from '../../platform/db/rows.ts'
import { FairSemaphore } from '../../platform/fair-semaphore.ts'
import { receiveVersion } from '../services/index.ts'
import { type ChannelRow, listChannelVersions, upsertChannelRow } from './store.ts'

/**
 * Stores a version of a channel; answers whether it did. Not-found for the channel of another vendor. Same version with
 * other content: conflict.
 */
export async function upsertChannel(
  ctx: Context,
  channelId: string,
  { version, ...body }: RetailerChannel,
  submission?: Submission,
): Promise<Answer<typeof putChannel>> {
  const { receipt } = await receiveVersion(
    ctx,
    {
      version,
      content: body,
      submission,
      findOwner: async () => ({ accountId: null, vendors: [body.vendor.id] }),
    },
    () => ({
      read: async tx => {
        const stored = await findRow(tx.db, 'merchandise_channels', { channel_id: channelId })
        const brandVendor = findBrandByChannel(channelId)?.vendor
        for (const vendor of [brandVendor, body.vendor.id, stored?.body.vendor.id])
          if (vendor !== undefined && !mayAccessVendor(submission?.service, vendor)) throw notFound('Channel')
        return stored
      },
      getContent: row => row.body,
      write: tx =>
        upsertChannelRow(tx, { channel_id: channelId, version, body, updated_at: ctx.clock.now() }),
    }),
  )
  return receipt
}

/** Loads all channels by id, in their current versions; reads only those that have changed, and for all requests at once. */
export async function loadChannels(ctx: Context): Promise<Map<string, ChannelRow>> {
  const channelById = getChannelCache(ctx)
  const versions = await listChannelVersions(ctx.db)
  const listChanged = () =>
    versions.filter(({ channel_id, version }) => channelById.get(channel_id)?.version !== version)
  if (listChanged().length > 0)
    await getReads(ctx).run('', new AbortController().signal, async () => {
      const changedIds = listChanged().map(({ channel_id }) => channel_id)
      if (changedIds.length === 0) return
      for (const row of await listRows(ctx.db, 'merchandise_channels', { channel_id: changedIds }))
        channelById.set(row.channel_id, row)
    })
  return new Map(
    versions.flatMap(({ channel_id }) => {
      const row = channelById.get(channel_id)
      return row ? [[channel_id, row] as const] : []
    }),
  )
}

const getChannelCache = memoizePerContext(() => new Map<string, ChannelRow>())

/** Channels have half a megabyte each: requests that arrive together after a start or a change wait for one read. */
const getReads = memoizePerContext(() => new FairSemaphore(1))
