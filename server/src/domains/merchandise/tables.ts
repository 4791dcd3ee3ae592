import type { RetailerChannel } from '#contract/retailer-merchandise.ts'
import type { AccountColumns, Instant, Json } from '../../schema.ts'

export interface MerchandiseTables {
  merchandise_channels: MerchandiseChannelsTable
}

declare module '../../schema.ts' {
  interface Schema extends MerchandiseTables {}
}

export const merchandiseTables: AccountColumns<MerchandiseTables> = { merchandise_channels: [] }

/** Sales channels with their assortments; they belong to no account. */
export interface MerchandiseChannelsTable {
  channel_id: string
  version: number
  body: Json<ChannelBody>
  updated_at: Instant
}

/** Without what is in the columns. */
export type ChannelBody = Omit<RetailerChannel, 'version'>
