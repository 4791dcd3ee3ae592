import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import type { MerchandiseChannelsTable } from './tables.ts'

export type ChannelRow = Selectable<MerchandiseChannelsTable>

export const findChannel = (db: Reader, channelId: string): Promise<ChannelRow | undefined> =>
  db.selectFrom('merchandise_channels').selectAll().where('channel_id', '=', channelId).executeTakeFirst()

/** Lists versions by id, without the bodies, which are large and change rarely. */
export const listChannelVersions = (db: Reader): Promise<Pick<ChannelRow, 'channel_id' | 'version'>[]> =>
  db.selectFrom('merchandise_channels').select(['channel_id', 'version']).orderBy('channel_id').execute()

export const listChannels = (db: Reader, channelIds: readonly string[]): Promise<ChannelRow[]> =>
  db.selectFrom('merchandise_channels').selectAll().where('channel_id', 'in', channelIds).execute()

/** Stores a channel unless the stored version is the same or higher; returns whether it did. */
export async function upsertChannelRow(tx: Tx, { body, ...columns }: ChannelRow): Promise<boolean> {
  const { version, updated_at } = columns
  const values = { version, updated_at, body: JSON.stringify(body) }
  const writtenRow = await tx.db
    .insertInto('merchandise_channels')
    .values({ ...columns, body: values.body })
    .onConflict(oc =>
      oc.column('channel_id').doUpdateSet(values).where('merchandise_channels.version', '<', version),
    )
    .returning('version')
    .executeTakeFirst()
  return writtenRow !== undefined
}
