import type { Answer } from '#contract/endpoint.ts'
import type { putChannel, RetailerChannel } from '#contract/retailer-merchandise.ts'
import { type Context, memoizePerContext } from '../../context.ts'
import { receiveVersion } from '../../http/versioned.ts'
import { type ChannelRow, findChannel, listChannels, listChannelVersions, upsertChannelRow } from './store.ts'

/** Stores a version of a channel; answers whether it did. Same version with other content: conflict. */
export const upsertChannel = (
  ctx: Context,
  channelId: string,
  { version, ...body }: RetailerChannel,
): Promise<Answer<typeof putChannel>> =>
  receiveVersion(
    ctx,
    { version, content: body },
    {
      read: tx => findChannel(tx.db, channelId),
      getContent: row => row.body,
      write: tx =>
        upsertChannelRow(tx, { channel_id: channelId, version, body, updated_at: ctx.clock.now() }),
    },
  )

/** Loads all channels by id, in their current versions; reads only those that have changed. */
export async function loadChannels(ctx: Context): Promise<Map<string, ChannelRow>> {
  const channelById = getChannelCache(ctx)
  const versions = await listChannelVersions(ctx.db)
  const changedVersions = versions.filter(
    ({ channel_id, version }) => channelById.get(channel_id)?.version !== version,
  )
  if (changedVersions.length > 0)
    for (const row of await listChannels(
      ctx.db,
      changedVersions.map(({ channel_id }) => channel_id),
    ))
      channelById.set(row.channel_id, row)
  return new Map(
    versions.flatMap(({ channel_id }) => {
      const row = channelById.get(channel_id)
      return row ? [[channel_id, row] as const] : []
    }),
  )
}

const getChannelCache = memoizePerContext(() => new Map<string, ChannelRow>())
