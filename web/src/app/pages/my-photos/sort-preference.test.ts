// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { readSort, writeSort } from './sort-preference.ts'

describe('sort preference', () => {
  test('PL-023 without a saved choice photos are sorted by date taken, albums by date added, newest first', () => {
    expect(readSort('photos')).toEqual({ key: 'dateTaken', order: 'desc' })
    expect(readSort('albumPhotos')).toEqual({ key: 'created', order: 'desc' })
    expect(readSort('sharedAlbumPhotos')).toEqual({ key: 'created', order: 'desc' })
  })

  test('PL-022 a choice is used again, and by its own page only', () => {
    writeSort('photos', { key: 'created', order: 'asc' })
    expect(readSort('photos')).toEqual({ key: 'created', order: 'asc' })
    expect(readSort('albumPhotos')).toEqual({ key: 'created', order: 'desc' })
  })

  test.each([
    '{"key":"name","order":"asc"}',
    '{"key":"created","order":"up"}',
    '{"key":"created"}',
    'null',
    '[]',
    'broken {',
  ])('PL-023 what is stored but no sort is ignored: %s', text => {
    localStorage.setItem('keepsake.sort.photos', text)
    expect(readSort('photos')).toEqual({ key: 'dateTaken', order: 'desc' })
  })
})
