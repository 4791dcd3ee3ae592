import { type Download, getDownloads, getDownloadUrl } from '#contract/downloads.ts'
import type { DownloadPush } from '#contract/push.ts'
import { call } from '#web/platform/http/call.ts'
import { isPassing } from '#web/platform/http/http-failure.ts'
import { subscribeDownloads } from '#web/platform/push/downloads.ts'
import { saveFile } from './save-file.ts'

/** What a push message may have failed to tell is asked for this often. */
export const POLL_MS = 3000
/** An archive of few photos is ready before the socket is. */
const FIRST_POLL_MS = 500
/** Nobody waits longer (PL-113). */
export const FOLLOW_MS = 30 * 60_000

export interface FollowWorld {
  subscribe: (handler: (message: DownloadPush) => void, limitMs: number) => { close: () => void }
  list: () => Promise<Pick<Download, 'id' | 'state'>[]>
  address: (id: string) => Promise<string>
  save: (url: string, name: string) => void
  later: (work: () => void, milliseconds: number) => () => void
}

/**
 * Follows an archive until it is ready and hands it to the browser as {id}.zip (PL-112), by push messages and by asking
 * every 3 s. Messages about other archives are ignored. `onStarted` is called at most once. Rejects if the archive
 * cannot be made, cannot be had, or is not ready after 30 minutes.
 */
export function followDownload(
  id: string,
  onStarted: () => void = () => {},
  world: FollowWorld = pageWorld,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let over = false
    let started = false
    let handing = false
    let cancelPoll = () => {}
    const end = (settle: () => void) => {
      if (over) return
      over = true
      socket.close()
      cancelPoll()
      cancelLimit()
      settle()
    }
    const fail = (error: unknown) => end(() => reject(error))
    const hear = (state: Download['state']) => {
      if (over) return
      if (state === 'failed') return fail(new Error('The archive could not be made'))
      if (!started && state !== 'requested') {
        started = true
        onStarted()
      }
      if (state === 'ready') void hand()
    }
    const hand = async () => {
      if (handing) return
      handing = true
      try {
        const url = await world.address(id)
        if (over) return
        world.save(url, `${id}.zip`)
        end(resolve)
      } catch (error) {
        // It is ready all the same: the next poll tries again.
        if (!isPassing(error)) fail(error)
      } finally {
        handing = false
      }
    }
    const poll = async () => {
      // Offline, say: asked again.
      const downloads = await world.list().catch(() => [])
      const state = downloads.find(download => download.id === id)?.state
      if (state) hear(state)
      if (!over) cancelPoll = world.later(() => void poll(), POLL_MS)
    }
    const socket = world.subscribe(({ key, message }) => {
      if (message.downloadId === id) hear(STATES[key])
    }, FOLLOW_MS)
    const cancelLimit = world.later(() => fail(new Error('The archive took too long')), FOLLOW_MS)
    cancelPoll = world.later(() => void poll(), FIRST_POLL_MS)
  })
}

const STATES: Record<DownloadPush['key'], Download['state']> = {
  'archive-generation-started': 'in-progress',
  'archive-generation-finished': 'ready',
  'archive-generation-error': 'failed',
}

const pageWorld: FollowWorld = {
  subscribe: subscribeDownloads,
  list: async () => (await call(getDownloads)).items,
  address: async id => (await call(getDownloadUrl, { params: { id } })).url,
  save: saveFile,
  later: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}
