import { type DownloadPush, downloadPush } from '#contract/push.ts'
import { type Subscription, subscribe } from './socket.ts'

/**
 * Subscribes to the states of all archives of the caller of the last 30 minutes, and to their changes; a
 * reconnection repeats the states. Closes after `limitMs` (30 minutes).
 */
export function subscribeDownloads(
  handler: (message: DownloadPush) => void,
  limitMs = 30 * 60_000,
): Subscription {
  const socket = subscribe('/downloads', downloadPush, handler, undefined, {
    authenticate: token => ({ type: 'authenticate', accessToken: token, replay: true }),
  })
  const timer = setTimeout(() => socket.close(), limitMs)
  return {
    close: () => {
      clearTimeout(timer)
      socket.close()
    },
  }
}
