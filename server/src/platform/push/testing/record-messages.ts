import type { Push } from '../push.ts'

/** Records the bodies a subscriber receives; `until` waits for a number of them. */
export function recordMessages(
  push: Push,
  account: string,
  channel = 'library',
  onMessage: (body: unknown) => void = () => undefined,
) {
  const bodies: unknown[] = []
  const counter = createCounter()
  const stop = push.subscribe(channel, account, body => {
    bodies.push(body)
    onMessage(body)
    counter.add()
  })
  return {
    bodies,
    stop,
    async until(count: number) {
      await counter.until(count)
      return bodies
    },
  }
}

/** Creates a counter whose `until` waits for a count. */
export function createCounter() {
  let count = 0
  const waitingChecks = new Set<() => void>()
  return {
    add() {
      count++
      for (const check of waitingChecks) check()
    },
    until: (targetCount: number) =>
      new Promise<void>(resolve => {
        const check = () => {
          if (count >= targetCount) resolve()
        }
        waitingChecks.add(check)
        check()
      }),
  }
}
