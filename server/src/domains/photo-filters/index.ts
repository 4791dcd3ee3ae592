import { defineDomain } from '../../domain.ts'

export { findPrintedPhotoIds, findProductLists } from './product-lists.ts'

/**
 * Filters of photos by what was made of them (NX-211): joins orders, widgets and projects. Below the albums, whose selections by
 * rule may contain filters.
 */
export const photoFilters = defineDomain({
  name: 'photo-filters',
  dependsOn: ['photos', 'orders', 'projects', 'widgets'],
})
