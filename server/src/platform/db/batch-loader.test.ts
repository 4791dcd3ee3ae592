import { expect, test, vi } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

function createRows() {
  const rows = new Map<string, { name: string }>([
    ['a', { name: 'a' }],
    ['b', { name: 'b' }],
  ])
  const load = vi.fn(
    async (keys: readonly string[]) => new Map([...rows].filter(([key]) => keys.includes(key))),
  )
  return { rows, load, find: createBatchLoader((key: string) => key, load) }
}

test('rows requested at the same moment are one load, each key once', async () => {
  const { find, load } = createRows()
  expect(await Promise.all([find('a'), find('b'), find('a')])).toEqual([
    { name: 'a' },
    { name: 'b' },
    { name: 'a' },
  ])
  expect(load.mock.calls).toEqual([[['a', 'b']]])
  expect(await find('a')).toEqual({ name: 'a' })
  expect(load).toHaveBeenCalledOnce()
})

test('P17 a row is not cached for long', async () => {
  const { rows, find } = createRows()
  expect(await find('a')).not.toBeNull()
  rows.delete('a')
  await vi.waitFor(async () => expect(await find('a')).toBeNull(), { timeout: 60_000, interval: 20 })
})

test('a missing row is not cached', async () => {
  const { rows, find } = createRows()
  expect(await find('c')).toBeNull()
  rows.set('c', { name: 'c' })
  expect(await find('c')).toEqual({ name: 'c' })
})

test('P17 a row that may not be cached is loaded again, as a photo that is processing', async () => {
  const rows = new Map<string, { state: 'processing' | 'ready' }>([['a', { state: 'processing' }]])
  const find = createBatchLoader(
    (key: string) => key,
    async () => rows,
    row => row.state !== 'processing',
  )
  expect(await find('a')).toEqual({ state: 'processing' })
  rows.set('a', { state: 'ready' })
  expect(await find('a')).toEqual({ state: 'ready' })
})

test('a failed load rejects its callers and is not cached', async () => {
  const { find, load } = createRows()
  load.mockRejectedValueOnce(new Error('no database'))
  const failed = await Promise.allSettled([find('a'), find('b')])
  expect(failed.map(each => each.status)).toEqual(['rejected', 'rejected'])
  expect(await find('a')).toEqual({ name: 'a' })
})
