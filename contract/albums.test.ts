import { expect, test } from 'vitest'
import { createAlbum, getAlbumPhotos, getAlbums, updateAlbum } from './albums.ts'
import { ALBUM_NAME_MAX, albumDetails, albumName } from './input/album.ts'
import { checkInput } from './input/field-issues.ts'

test.each([
  ['', 'empty'],
  [' Holiday', 'not-valid'],
  ['\u00a0Holiday', 'not-valid'],
  ['   ', 'not-valid'],
  ['a < b', 'not-valid'],
  ['a > b', 'not-valid'],
  ['one; two', 'not-valid'],
  ['a\u0000b', 'not-valid'],
  ['two\nlines', 'not-valid'],
  ['half \ud83d', 'not-valid'],
  ['x'.repeat(ALBUM_NAME_MAX + 1), 'too-long'],
  ['x'.repeat(ALBUM_NAME_MAX), null],
  ['🏖'.repeat(ALBUM_NAME_MAX), null],
  [`${'x'.repeat(ALBUM_NAME_MAX)}   `, null],
  ["Mum & Dad's 50th — Côte d'Azur 'n' more…", null],
  ['x', null],
])('PL-073 PL-074 OP-15 the album name %j is %s', (name, problem) => {
  for (const schema of [albumDetails, createAlbum.body, updateAlbum.body])
    expect(checkInput(schema, { name }, 'body').issues?.name ?? null).toBe(problem)
})

test('OP-15 spaces at the end of an album name are removed', () => {
  expect(albumName.parse('Holiday  ')).toBe('Holiday')
})

test('PL-197 OP-16 a page holds 50 albums, and 500 photos of an album', () => {
  expect(getAlbums.query.parse({})).toMatchObject({ limit: 50, displaySharedData: false, sortKey: 'created' })
  expect(getAlbumPhotos.query.parse({})).toMatchObject({ limit: 500, sortKey: 'created', sortOrder: 'desc' })
})

test('OP-35 displaySharedData=false is not true', () => {
  expect(getAlbums.query.parse({ displaySharedData: 'false' })).toMatchObject({ displaySharedData: false })
  expect(getAlbums.query.parse({ displaySharedData: 'true' })).toMatchObject({ displaySharedData: true })
  for (const displaySharedData of ['yes', '1', 'TRUE', 'on', '0', 'no', ''])
    expect(getAlbums.query.safeParse({ displaySharedData }).success).toBe(false)
})
