import type { RetailerChannel } from '#contract/retailer-merchandise.ts'
import { type Instant, type Json, local, type TableDeclarations } from '../../schema.ts'

export interface MerchandiseTables {
  merchandise_channels: MerchandiseChannelsTable
}

declare module '../../schema.ts' {
  interface Schema extends MerchandiseTables {}
}

export const merchandiseTables: TableDeclarations<MerchandiseTables> = { merchandise_channels: local() }

/** Sales channels with their assortments; they belong to no account. */
export interface MerchandiseChannelsTable {
  channel_id: string
  version: number
  body: Json<ChannelBody>
  updated_at: Instant
}

/** Without the fields that have columns. */
export type ChannelBody = Omit<RetailerChannel, 'version'>
