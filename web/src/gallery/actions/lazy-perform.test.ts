// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { onLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { lazyPerform } from './lazy-perform.ts'
import type { PhotoAction } from './photo-action.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const perform: PhotoAction['perform'] = async () => 'done'
const photos = { count: 1, ids: async () => ['p1'] }

test('RV-401 an action whose code cannot be loaded fails with a notice; the next press loads it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false)
  const published = vi.fn()
  const removeListener = onLoadFailure(({ reason }) => published(reason))
  const load = vi.fn(async () => perform).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const action = lazyPerform(load)
  expect(await action(photos, {} as never)).toBe('failed')
  expect(published.mock.calls).toEqual([['offline']])
  expect(await action(photos, {} as never)).toBe('done')
  expect(published).toHaveBeenCalledOnce()
  removeListener()
})
