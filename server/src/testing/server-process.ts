import { placeOf, type ToldPlace, whenTold } from './child.ts'
import { testServer } from './harness.ts'

// A server of its own on a place it is told, to be killed while it works. Says its address.
whenTold(async (place: ToldPlace) => {
  const server = await testServer({ place: placeOf(place), config: { rateLimits: false } })
  process.send!(server.origin)
})
process.once('disconnect', () => process.exit())
