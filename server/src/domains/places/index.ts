import { defineDomain, eraseRows } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { photoFactsChanged } from '../photos/index.ts'
import { placesTurnedOff } from './events.ts'
import { nameAddedJob, namePlacesJob } from './job-kinds.ts'
import { completeChoice, nameAddedPhotos, requestTowns } from './places.ts'
import { placeRoutes } from './routes.ts'
import { placeTables } from './tables.ts'

export { placesTurnedOff } from './events.ts'
export { arePlacesOn, listTowns, type TownWithPhotos } from './places.ts'
export { findStatedTown, insertStatedTown, lockStatedTown } from './stated-towns.ts'

/** Towns where photos were taken, for customers who turned that on. */
export const places = defineDomain({
  name: 'places',
  dependsOn: ['photos'],
  tables: placeTables,
  routes: placeRoutes,
  emits: [placesTurnedOff],
  listeners: [on(photoFactsChanged, requestTowns)],
  jobs: [
    handleJob(namePlacesJob, async (ctx, payloads, signal) => {
      for (const { accountId } of payloads) await completeChoice(ctx, accountId, signal)
    }),
    handleJob(nameAddedJob, async (ctx, payloads) => {
      for (const payload of payloads) await nameAddedPhotos(ctx, payload)
    }),
  ],
  eraseAccount: eraseRows(placeTables),
})
