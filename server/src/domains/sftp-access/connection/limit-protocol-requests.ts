import type { Connection } from 'ssh2'
import type { Clock } from '../../../platform/clock/clock.ts'

const REQUESTS = ['GLOBAL_REQUEST', 'CHANNEL_OPEN', 'CHANNEL_REQUEST'] as const
const MINUTE = 60_000

type Handlers = Record<(typeof REQUESTS)[number], (...args: unknown[]) => void>

/**
 * Ends a connection with more than `max` requests of the SSH protocol in a minute, such as keep-alives (RFC 4254, 4 and 5).
 * ssh2 has no option for it. It reads up to a thousand of them at once and answers each, and other connections wait. An
 * error from its handler ends that reading.
 */
export function limitProtocolRequests(
  client: Connection,
  { max, clock, destroy }: { max: number; clock: Clock; destroy(): void },
): void {
  const { _handlers: handlers } = (client as unknown as { _protocol: { _handlers: Handlers } })._protocol
  let startedAt = clock.now().getTime()
  let count = 0
  for (const name of REQUESTS) {
    const handle = handlers[name]
    handlers[name] = (...args) => {
      const now = clock.now().getTime()
      if (now - startedAt >= MINUTE) [startedAt, count] = [now, 0]
      if (++count > max) {
        destroy()
        throw new Error('Too many requests of the SSH protocol')
      }
      handle.apply(handlers, args)
    }
  }
}
