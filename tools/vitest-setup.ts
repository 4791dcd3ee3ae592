import { subscribe } from 'node:diagnostics_channel'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { setProcessActor } from '#server/platform/db/statement-scope.ts'
import { countWork } from '#server/testing/count-work.ts'
import { drainFaults } from '#server/testing/faults.ts'

/** Once for each process: files without isolation share it. */
const COUNTED = Symbol.for('keepsake processes are counted')
if (!Reflect.has(process, COUNTED)) {
  Reflect.set(process, COUNTED, true)
  subscribe('child_process', () => countWork('processes'))
}

/** Operations that tests call without a request. */
setProcessActor({ type: 'system', id: 'test' })

/** Compares buffers as bytes: the default comparison of megabytes as lists of numbers takes seconds. */
expect.addEqualityTesters([
  (one, other) => (Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined),
])

/** Output on console.warn and console.error fails a test: unread warnings hide the important ones. */
const spies = new Map<string, ReturnType<typeof vi.spyOn>>()

beforeEach(() => {
  for (const method of ['warn', 'error'] as const) spies.set(method, vi.spyOn(console, method))
})

afterEach(() => {
  for (const [method, spy] of spies) {
    const calls = spy.mock.calls
    spy.mockRestore()
    expect(calls, `console.${method} was used`).toEqual([])
  }
})

// Registered after the check of the console, so that it runs before it: what a page says when it is unmounted counts.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // Longer than the default second: a busy machine must not fail a test.
  configure({ asyncUtilTimeout: Number(process.env.TEST_WAIT_MS ?? 60_000) })
  // What one test leaves in a form or on a page would be there again in the next one.
  afterEach(async () => {
    cleanup()
    vi.useRealTimers()
    const [{ toasts }, { setHostFlags }] = await Promise.all([
      import('#web/ui/toasts.ts'),
      import('#web/platform/flags/flags.ts'),
    ])
    toasts.clear()
    setHostFlags({})
    localStorage.clear()
    sessionStorage.clear()
  })
  // Failed calls are logged at this level (AA-117), and tests make many fail.
  beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
}

const expectNoFaults = () => expect(drainFaults(), 'faults of test servers').toEqual([])
afterEach(expectNoFaults)
// Also of calls of the file's own afterAll.
afterAll(expectNoFaults)
