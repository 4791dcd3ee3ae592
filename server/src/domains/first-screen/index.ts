import { defineDomain } from '../../domain.ts'
import { firstScreenRoutes } from './routes.ts'

/** The data of a visit's first screen, in one answer with its session. */
export const firstScreen = defineDomain({
  name: 'first-screen',
  dependsOn: ['customers', 'identity', 'photos', 'activation', 'albums', 'shared-albums'],
  routes: firstScreenRoutes,
})
