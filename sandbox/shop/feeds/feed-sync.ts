import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { z } from 'zod'
import { putChannel } from '#contract/retailer-merchandise.ts'
import { putArticleGroups, putCampaign } from '#contract/retailer-orders.ts'
import { type KeepsakeClient, KeepsakeError, PERMANENT_FAILURES } from '../keepsake-client.ts'
import { readJson, writeFile } from '../storage/json-files.ts'
import type { Feed } from './feeds.ts'

export interface FeedSync {
  /** Cancels scheduled retries and waits for the running attempt. */
  close(): Promise<void>
}

/** The last version of one feed that was sent or is to be sent. */
const storedFeed = z.object({
  version: z.int(),
  body: z.record(z.string(), z.unknown()),
  acknowledged: z.boolean(),
})
const storedFeeds = z.record(z.string(), storedFeed)
type StoredFeeds = z.infer<typeof storedFeeds>

/**
 * Sends the feeds that have changed since the last start, until they are acknowledged. A version is stored before it
 * is sent, so that a killed process sends it again with the same content. A version is the time of the change in
 * seconds, and at least one more than the previous version, so that it is higher than Keepsake's even if the file is
 * lost. Feeds that Keepsake refuses permanently are logged as an error and sent again at the next start.
 */
export async function startFeedSync(
  feeds: readonly Feed[],
  {
    file,
    keepsake,
    log,
    now,
    retryMs,
  }: {
    file: string
    keepsake: KeepsakeClient
    log: Logger
    now: () => Date
    retryMs: (tries: number) => number
  },
): Promise<FeedSync> {
  const versions = addChangedFeeds(storedFeeds.parse((await readJson(file)) ?? {}), feeds, now())
  const store = () => writeFile(file, JSON.stringify(versions, null, 2))
  await store()
  const stop = new AbortController()

  const sendOnce = async (feed: Feed): Promise<void> => {
    const key = toKey(feed)
    const { version } = versions[key]!
    try {
      const receipt = await sendFeed(keepsake, feed, version)
      if (receipt.version > version)
        log.error({ feed: key, version, stored: receipt.version }, 'Keepsake has a newer version')
    } catch (error) {
      if (!(error instanceof KeepsakeError) || !PERMANENT_FAILURES.has(error.status)) throw error
      log.error({ err: error, feed: key, version }, 'version refused: needs manual action')
      return
    }
    versions[key] = { ...versions[key]!, acknowledged: true }
    await store()
    log.info({ feed: key, version }, 'version acknowledged')
  }
  const sendAll = async () => {
    for (const feed of feeds)
      for (let tries = 1; !versions[toKey(feed)]!.acknowledged && !stop.signal.aborted; tries++)
        try {
          await sendOnce(feed)
          break
        } catch (err) {
          log[tries < UNUSUAL_TRIES ? 'info' : 'warn'](
            { err, feed: toKey(feed) },
            'version not acknowledged yet',
          )
          await wait(retryMs(tries), undefined, { signal: stop.signal }).catch(error => {
            if (!stop.signal.aborted) throw error
          })
        }
  }
  const running = sendAll()
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

/** Failures before a warning, because Keepsake may start later than the shop. */
const UNUSUAL_TRIES = 8

function toKey(feed: Feed): string {
  if (feed.name === 'campaign') return `campaigns/${feed.campaign}`
  return feed.name === 'channel' ? `channels/${feed.channel}` : feed.name
}

/** Adds a new version of each feed whose content has changed since last time. */
function addChangedFeeds(storedFeeds: StoredFeeds, feeds: readonly Feed[], now: Date): StoredFeeds {
  const seconds = Math.floor(now.getTime() / 1000)
  const entries = feeds.map(feed => {
    const before = storedFeeds[toKey(feed)]
    if (before && isDeepStrictEqual(before.body, feed.body)) return [toKey(feed), before]
    const version = Math.max(seconds, (before?.version ?? 0) + 1)
    return [toKey(feed), { version, body: feed.body, acknowledged: false }]
  })
  return { ...storedFeeds, ...Object.fromEntries(entries) }
}

function sendFeed(keepsake: KeepsakeClient, feed: Feed, version: number): Promise<{ version: number }> {
  switch (feed.name) {
    case 'campaign':
      return keepsake.call(putCampaign, {
        params: { name: feed.campaign },
        body: { version, ...feed.body },
      })
    case 'channel':
      return keepsake.call(putChannel, { params: { id: feed.channel }, body: { version, ...feed.body } })
    case 'articleGroups':
      return keepsake.call(putArticleGroups, { body: { version, ...feed.body } })
  }
}
