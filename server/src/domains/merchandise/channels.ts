import type { Answer } from '#contract/endpoint.ts'
import type { putChannel, RetailerChannel } from '#contract/retailer-merchandise.ts'
import { type Context, change, perContext } from '../../context.ts'
import { isNewer } from '../../http/versioned.ts'
import { type ChannelRow, findChannel, listChannels, listChannelVersions, writeChannel } from './store.ts'

/** Stores a version of a channel; answers whether it did. Same version with other content: conflict. */
export async function upsertChannel(
  ctx: Context,
  channelId: string,
  { version, ...body }: RetailerChannel,
): Promise<Answer<typeof putChannel>> {
  return change(ctx, async tx => {
    const row = { channel_id: channelId, version, body, updated_at: ctx.clock.now() }
    if (await writeChannel(tx, row)) return { version, stored: true }
    const stored = await findChannel(tx.db, channelId)
    isNewer({ version, body }, stored)
    return { version: stored?.version ?? version, stored: false }
  })
}

/** All channels by id, in their current versions: only what has changed is read again. */
export async function loadChannels(ctx: Context): Promise<Map<string, ChannelRow>> {
  const known = knownChannels(ctx)
  const versions = await listChannelVersions(ctx.db)
  const changed = versions.filter(({ channel_id, version }) => known.get(channel_id)?.version !== version)
  if (changed.length > 0)
    for (const row of await listChannels(
      ctx.db,
      changed.map(({ channel_id }) => channel_id),
    ))
      known.set(row.channel_id, row)
  return new Map(
    versions.flatMap(({ channel_id }) => {
      const row = known.get(channel_id)
      return row ? [[channel_id, row] as const] : []
    }),
  )
}

const knownChannels = perContext(() => new Map<string, ChannelRow>())
