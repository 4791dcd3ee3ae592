export { ChannelShopLink } from './channel-shop-link.tsx'
export { type Assortment, useAssortment, useChannelShopLink } from './use-assortment.ts'
export { type Offer, useOffers } from './use-offers.ts'
