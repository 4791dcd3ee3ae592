import { expect, onTestFinished, test } from 'vitest'
import { createConnectionQueue } from './connection-queue.ts'
import { DatabaseBusyError } from './error-codes.ts'

/** A queue with a clock of its own; `acquire` records who has a connection. After the test no caller waits. */
function createQueue(size: number, waitMs = 60_000) {
  let now = 0
  const queue = createConnectionQueue({ size, waitMs }, () => now)
  const holders: string[] = []
  const releases: (() => void)[] = []
  onTestFinished(async () => {
    pass(10_000)
    while (releases.length > 0 || queue.countWaiting() > 0) {
      for (const release of releases.splice(0)) release()
      await Promise.resolve()
    }
  })
  const pass = (ms: number) => {
    now += ms
  }
  const acquire = (group: string) =>
    queue.acquire(group).then(release => {
      holders.push(group)
      releases.push(release)
      return () => {
        holders.splice(holders.indexOf(group), 1)
        release()
      }
    })
  return { queue, holders, acquire, pass }
}

test('RV-881 one route never uses all connections, so that the others go on', async () => {
  const { queue, holders, acquire } = createQueue(10)
  const slow = Array.from({ length: 50 }, () => acquire('GET /slow'))
  await Promise.all(slow.slice(0, 6))
  expect(queue.countWaiting()).toBe(44)
  await Promise.all(Array.from({ length: 4 }, () => acquire('GET /fast')))
  expect(holders.filter(group => group === 'GET /fast')).toHaveLength(4)
})

test('RV-881 a free connection goes to the route with the fewest', async () => {
  const { holders, acquire } = createQueue(2)
  const release = await acquire('GET /a')
  await acquire('GET /b')
  void acquire('GET /b')
  const last = acquire('GET /c')
  release()
  await last
  expect(holders).toEqual(['GET /b', 'GET /c'])
})

test('RV-881 routes whose statements exceeded a limit share two connections for ten seconds', async () => {
  const { queue, holders, acquire, pass } = createQueue(10)
  for (const group of ['GET /a', 'GET /b', 'GET /c']) queue.restrict(group)
  const restricted = ['GET /a', 'GET /b', 'GET /c'].map(acquire)
  await Promise.all(restricted.slice(0, 2))
  await acquire('GET /d')
  expect(holders).toEqual(['GET /a', 'GET /b', 'GET /d'])
  const release = await acquire('GET /d')
  pass(10_000)
  release()
  await restricted[2]
  expect(holders).toContain('GET /c')
})

test('RV-881 a caller waits for a limited time, and the exhaustion is known for five seconds', async () => {
  const { queue, acquire, pass } = createQueue(1, 10)
  const release = await acquire('GET /a')
  expect(queue.isExhausted()).toBe(false)
  await expect(acquire('GET /b')).rejects.toThrow(DatabaseBusyError)
  expect([queue.isExhausted(), queue.countWaiting()]).toEqual([true, 0])
  pass(5_000)
  expect(queue.isExhausted()).toBe(false)
  release()
  await acquire('GET /b')
})
