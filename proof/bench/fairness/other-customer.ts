import { setTimeout as wait } from 'node:timers/promises'
import { getCustomer } from '#contract/customers.ts'
import { getMonthPage, getTimeline, getUser, TIMELINE_PAGE } from '#contract/photos.ts'
import type { Client } from '#server/testing/client.ts'
import { verify } from '../harness/bench.ts'
import { FIRST_YEAR } from '../harness/library.ts'
import { createPictures } from '../harness/pictures.ts'
import { measureElapsedMs } from '../harness/rounds.ts'
import { countProcessing, upload } from './time-until-ready.ts'

const POLL_MS = 20

/** Milliseconds of what another customer does. */
export interface OtherCustomerTimes {
  page: number
  upload: number
  jpeg: number
}

/** Measures the data of the first page, an upload, and the time from its first byte until its pictures are ready. */
export async function measureOtherCustomer(client: Client): Promise<OtherCustomerTimes> {
  const [picture] = await createPictures(1)
  const page = await measureElapsedMs(() => loadFirstPage(client))
  const started = performance.now()
  const uploadId = await upload(client, picture!.bytes)
  const uploadMs = performance.now() - started
  while ((await countProcessing(client, [uploadId])) > 0) await wait(POLL_MS)
  return { page, upload: uploadMs, jpeg: performance.now() - started }
}

/** Requests the data of the first page. */
export async function loadFirstPage(client: Client): Promise<void> {
  const [, totals, , page] = await Promise.all([
    client.call(getCustomer),
    client.call(getUser),
    client.call(getTimeline),
    client.call(getMonthPage, {
      params: { year: FIRST_YEAR, month: 1 },
      query: { limit: TIMELINE_PAGE },
    }),
  ])
  verify(totals.photosCount > 0 && page.images.length > 0, 'the first page has photos')
}

/** Asks for the health again and again; `stop` returns the longest time of an answer in milliseconds. */
export function watchHealth(origin: string) {
  let isStopped = false
  let longestMs = 0
  const watch = async () => {
    while (!isStopped) {
      const ms = await measureElapsedMs(async () => {
        const answer = await fetch(`${origin}/healthz`)
        verify(answer.ok, `healthy: ${answer.status}`)
        await answer.arrayBuffer()
      })
      longestMs = Math.max(longestMs, ms)
      await wait(POLL_MS)
    }
    return longestMs
  }
  const watched = watch()
  watched.catch(() => undefined)
  return {
    stop: () => {
      isStopped = true
      return watched
    },
  }
}
