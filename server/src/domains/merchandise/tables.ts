import type { RetailerChannel } from '#contract/retailer-merchandise.ts'
import { type Instant, type Json, local, type TablesOf } from '../../schema.ts'

export const merchandiseTables = { merchandise_channels: local<MerchandiseChannelsTable>() }

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof merchandiseTables> {}
}

/** Sales channels with their assortments; they belong to no account. */
export interface MerchandiseChannelsTable {
  channel_id: string
  version: number
  body: Json<ChannelBody>
  updated_at: Instant
}

/** Without the fields that have columns. */
export type ChannelBody = Omit<RetailerChannel, 'version'>
