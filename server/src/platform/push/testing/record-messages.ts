import type { Push } from '../push.ts'

/** Records the bodies a subscriber receives; `until` waits for a number of them. */
export function recordMessages(
  push: Push,
  account: string,
  channel = 'library',
  also: (body: unknown) => void = () => undefined,
) {
  const bodies: unknown[] = []
  const counted = counter()
  const stop = push.subscribe(channel, account, body => {
    bodies.push(body)
    also(body)
    counted.add()
  })
  return {
    bodies,
    stop,
    async until(count: number) {
      await counted.until(count)
      return bodies
    },
  }
}

/** A counter whose `until` waits for a count. */
export function counter() {
  let count = 0
  const waiting = new Set<() => void>()
  return {
    add() {
      count++
      for (const check of waiting) check()
    },
    until: (wanted: number) =>
      new Promise<void>(resolve => {
        const check = () => {
          if (count >= wanted) resolve()
        }
        waiting.add(check)
        check()
      }),
  }
}
