import type { Config } from '../../../platform/config/config.ts'
import { placeOf, type ToldPlace, whenTold } from '../../../testing/child.ts'
import { testServer } from '../../../testing/harness.ts'
import { runRetention } from './run.ts'

// A server that does a retention run with all its jobs, to be killed meanwhile. Told its place, settings and time.
whenTold(async ({ place, config, now }: { place: ToldPlace; config: Partial<Config>; now: string }) => {
  const server = await testServer({ place: placeOf(place), config })
  server.clock.set(now)
  process.send!('running')
  await runRetention(server.ctx, new AbortController().signal)
  await server.idle()
  process.send!('done')
})
