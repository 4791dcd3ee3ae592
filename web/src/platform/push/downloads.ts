import { type DownloadPush, downloadPush } from '#contract/push.ts'
import { type Subscription, subscribe } from './socket.ts'

/**
 * Tells what becomes of the caller's archives (PL-193). Ends by itself after `limitMs` (30 minutes, PL-197).
 * What happened before it was connected must be asked for.
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
