import { afterEach, beforeEach, expect, vi } from 'vitest'

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // A busy machine is no failure: what a person would see is waited for longer than the default second.
  configure({ asyncUtilTimeout: 10_000 })
}

/** Bytes as bytes: the runner would look at megabytes as lists of numbers, for seconds. */
expect.addEqualityTesters([
  (one, other) => (Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined),
])

/** Noise on the console fails a test: a warning nobody reads hides the one that matters. */
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
