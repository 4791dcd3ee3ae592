// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import type { LoadFailure } from './load-failure.ts'
import { loadModule } from './load-module.ts'

const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const isOutdated = vi.fn<() => Promise<boolean>>()
vi.mock('./build.ts', () => ({ isOutdated: () => isOutdated() }))

beforeEach(() => {
  vi.useFakeTimers()
  isOutdated.mockResolvedValue(false)
})

test('RV-401 a weak connection: code that could not be loaded is requested again', async () => {
  const load = vi
    .fn(failing)
    .mockImplementationOnce(failing)
    .mockResolvedValueOnce('module' as never)
  const loaded = loadModule(load)
  await vi.runAllTimersAsync()
  expect(await loaded).toBe('module')
  expect(load).toHaveBeenCalledTimes(2)
})

test('RV-401 it fails after three attempts, also while the server does not respond', async () => {
  isOutdated.mockRejectedValue(new TypeError('Failed to fetch'))
  const load = vi.fn(failing)
  const failure = loadModule(load).catch((error: LoadFailure) => error)
  await vi.runAllTimersAsync()
  expect(await failure).toMatchObject({ name: 'LoadFailure', reason: 'failed' })
  expect(load).toHaveBeenCalledTimes(3)
})

test('RV-401 it fails at once without a connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(failing)
  await expect(loadModule(load)).rejects.toMatchObject({ reason: 'offline' })
  expect(load).toHaveBeenCalledTimes(1)
})

test('RV-402 it fails at once when another build is deployed', async () => {
  isOutdated.mockResolvedValue(true)
  const load = vi.fn(failing)
  await expect(loadModule(load)).rejects.toMatchObject({ reason: 'outdated' })
  expect(load).toHaveBeenCalledTimes(1)
})
