import { describe, expect, test } from 'vitest'
import { readSort, writeSort } from './sort-preference.ts'

function memory(entries: Record<string, string> = {}) {
  const values = new Map(Object.entries(entries))
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage
  return () => storage
}

describe('sort preference', () => {
  test('PL-023 without a saved choice photos are sorted by date taken, albums by date added, newest first', () => {
    expect(readSort('photos', memory())).toEqual({ key: 'dateTaken', order: 'desc' })
    expect(readSort('albumPhotos', memory())).toEqual({ key: 'created', order: 'desc' })
    expect(readSort('sharedAlbumPhotos', memory())).toEqual({ key: 'created', order: 'desc' })
  })

  test('PL-022 a choice is used again, and by its own page only', () => {
    const storage = memory()
    writeSort('photos', { key: 'created', order: 'asc' }, storage)
    expect(readSort('photos', storage)).toEqual({ key: 'created', order: 'asc' })
    expect(readSort('albumPhotos', storage)).toEqual({ key: 'created', order: 'desc' })
  })

  test.each([
    '{"key":"name","order":"asc"}',
    '{"key":"created","order":"up"}',
    '{"key":"created"}',
    'null',
    '[]',
    'broken {',
  ])('PL-023 what is stored but no sort is ignored: %s', text => {
    expect(readSort('photos', memory({ 'keepsake.sort.photos': text }))).toEqual({
      key: 'dateTaken',
      order: 'desc',
    })
  })

  test('PL-023 blocked storage leaves the default', () => {
    const blocked = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    writeSort('photos', { key: 'created', order: 'asc' }, blocked)
    expect(readSort('photos', blocked)).toEqual({ key: 'dateTaken', order: 'desc' })
  })
})
