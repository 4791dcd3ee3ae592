export { type Assortment, useAssortment, useChannelShopLink } from './use-assortment.ts'
