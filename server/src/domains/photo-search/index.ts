import { defineDomain } from '../../domain.ts'
import { photoSearchRoutes } from './routes.ts'

/** Search of photos by filters (0186); reads facts of photos only. */
export const photoSearch = defineDomain({
  name: 'photo-search',
  dependsOn: ['photos', 'places', 'orders', 'projects', 'albums'],
  routes: photoSearchRoutes,
})
