import * as contract from '#contract/places.ts'
import { getTownName } from '#locales/town-names.ts'
import { type Route, route } from '../../http/route.ts'
import { getPlaceChoice, getTownOfPhoto, listTowns, removeTownOfPhoto, updatePlaceChoice } from './places.ts'

export const placeRoutes: readonly Route[] = [
  route(contract.getPlaceChoice, ({ ctx, caller }) => getPlaceChoice(ctx, caller.accountId)),

  route(contract.updatePlaceChoice, ({ ctx, caller, body }) =>
    updatePlaceChoice(ctx, caller.accountId, body.isOn),
  ),

  route(contract.getPlaces, async ({ ctx, caller, query }) => ({
    isOn: (await getPlaceChoice(ctx, caller.accountId)).isOn,
    towns: (await listTowns(ctx.db, caller.accountId))
      .slice(0, contract.TOWNS_MAX)
      .map(town => ({ ...town, name: getTownName(town, query.locale) })),
  })),

  route(contract.getPhotoPlace, async ({ ctx, caller, params, query }) => {
    const town = await getTownOfPhoto(ctx, caller.accountId, params.id)
    return town ? { town: { ...town, name: getTownName(town, query.locale) } } : {}
  }),

  route(contract.removePhotoPlace, ({ ctx, caller, params }) =>
    removeTownOfPhoto(ctx, caller.accountId, params.id),
  ),
]
