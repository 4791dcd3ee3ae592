import { getPhotoProducts } from '#contract/photo-products.ts'
import * as contract from '#contract/photo-search.ts'
import { getSearchSuggestions } from '#contract/search-suggestions.ts'
import { type Route, route } from '../../http/route.ts'
import { getFoundMonthIndex, getFoundMonthPage, getFoundPage } from './found-photos.ts'
import { listLabels } from './labels.ts'
import { findPhotoProducts } from './photo-products.ts'
import { findRelaxations } from './relaxations.ts'
import { suggestSearches } from './suggestions.ts'
import { getFoundTimeline } from './timeline.ts'

export const photoSearchRoutes: readonly Route[] = [
  route(getSearchSuggestions, suggestSearches),
  route(contract.searchPhotos, getFoundPage),
  route(contract.getSearchTimeline, getFoundTimeline),
  route(contract.getSearchMonthPage, getFoundMonthPage),
  route(contract.getSearchMonthIndex, getFoundMonthIndex),
  route(contract.getSearchRelaxations, findRelaxations),
  route(contract.getSearchLabels, listLabels),
  route(getPhotoProducts, ({ ctx, caller, body, origin }) =>
    findPhotoProducts(ctx, { accountId: caller.accountId, origin }, body.selection),
  ),
]
