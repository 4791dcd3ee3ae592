import * as contract from '#contract/places.ts'
import { type Route, route } from '../../http/route.ts'
import { getPlaceChoice, getTownOfPhoto, listTowns, removeTownOfPhoto, updatePlaceChoice } from './places.ts'

export const placeRoutes: readonly Route[] = [
  route(contract.getPlaceChoice, ({ ctx, caller }) => getPlaceChoice(ctx, caller.accountId)),

  route(contract.updatePlaceChoice, ({ ctx, caller, body }) =>
    updatePlaceChoice(ctx, caller.accountId, body.isOn),
  ),

  route(contract.getPlaces, async ({ ctx, caller }) => ({
    isOn: (await getPlaceChoice(ctx, caller.accountId)).isOn,
    towns: (await listTowns(ctx.db, caller.accountId)).slice(0, contract.TOWNS_MAX),
  })),

  route(contract.getPhotoPlace, async ({ ctx, caller, params }) => {
    const town = await getTownOfPhoto(ctx, caller.accountId, params.id)
    return town ? { town } : {}
  }),

  route(contract.removePhotoPlace, async ({ ctx, caller, params }) => {
    await removeTownOfPhoto(ctx, caller.accountId, params.id)
    return {}
  }),
]
