import * as contract from '#contract/photo-products.ts'
import { defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { findPhotoProducts } from './photo-products.ts'

/** The products that contain a photo: joins orders, widgets and projects. */
export const photoProducts = defineDomain({
  name: 'photo-products',
  dependsOn: ['photos', 'albums', 'orders', 'projects', 'widgets'],
  routes: [
    route(contract.getPhotoProducts, ({ ctx, caller, body, origin }) =>
      findPhotoProducts(ctx, { accountId: caller.accountId, origin }, body.selection),
    ),
  ],
})
