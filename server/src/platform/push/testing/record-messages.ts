import type { Push } from '../push.ts'

/** Records the bodies a subscriber receives; `until` waits for a number of them. */
export function recordMessages(
  push: Push,
  account: string,
  channel = 'library',
  onMessage: (body: unknown) => void = () => undefined,
) {
  const bodies: unknown[] = []
  const received = createCounter()
  const stop = push.subscribe(channel, account, body => {
    bodies.push(body)
    onMessage(body)
    received.add()
  })
  return { bodies, stop, until: (count: number) => received.until(count).then(() => bodies) }
}

/** Creates a counter whose `until` waits for a count. */
export function createCounter() {
  let count = 0
  let next = Promise.withResolvers<void>()
  return {
    add() {
      count++
      next.resolve()
      next = Promise.withResolvers()
    },
    async until(targetCount: number) {
      while (count < targetCount) await next.promise
    },
  }
}
