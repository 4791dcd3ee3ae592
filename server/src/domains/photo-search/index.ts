import { defineDomain } from '../../domain.ts'
import { photoSearchRoutes } from './routes.ts'

/** Search of photos by filters, which reads facts of photos only, and the products that contain a photo. */
export const photoSearch = defineDomain({
  name: 'photo-search',
  dependsOn: ['photos', 'places', 'orders', 'projects', 'widgets', 'albums'],
  routes: photoSearchRoutes,
})
