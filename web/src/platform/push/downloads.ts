import { type DownloadPush, downloadPush } from '#contract/push.ts'
import { type Subscription, subscribe } from './socket.ts'

/**
 * Subscribes to changes of the caller's archives (PL-193). Closes after `limitMs` (30 minutes, PL-197). Query the state
 * after subscribing: changes before the connection are not sent.
 */
export function subscribeDownloads(
  handler: (message: DownloadPush) => void,
  limitMs = 30 * 60_000,
): Subscription {
  const socket = subscribe('/downloads', message => {
    const parsed = downloadPush.safeParse(message)
    if (parsed.success) handler(parsed.data)
  })
  const timer = setTimeout(() => socket.close(), limitMs)
  return {
    close: () => {
      clearTimeout(timer)
      socket.close()
    },
  }
}
