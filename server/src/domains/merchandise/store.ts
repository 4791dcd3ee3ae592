import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { upsertNewerRow } from '../../platform/db/rows.ts'
import type { MerchandiseChannelsTable } from './tables.ts'

export type ChannelRow = Selectable<MerchandiseChannelsTable>

/** Lists versions by id, without the bodies, which are large and change rarely. */
export const listChannelVersions = (db: Reader): Promise<Pick<ChannelRow, 'channel_id' | 'version'>[]> =>
  db.selectFrom('merchandise_channels').select(['channel_id', 'version']).orderBy('channel_id').execute()

/** Stores a channel unless the stored version is the same or higher; returns whether it did. */
export async function upsertChannelRow(tx: Tx, { body, ...columns }: ChannelRow): Promise<boolean> {
  const row = { ...columns, body: JSON.stringify(body) }
  return upsertNewerRow(tx, 'merchandise_channels', ['channel_id'], row)
}
