import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { addPhotos, removePhotos } from './album-mutations.ts'

const ALBUM = '3f2f1b9c-6f10-4c4e-9d0e-4d3f0f0a0001'
const ids = Array.from({ length: 250 }, (_, index) => `photo-${index}`)

test.each([
  [
    'PL-101 PL-168 photos are removed from',
    'DELETE',
    (queries: QueryClient) => removePhotos(queries, ALBUM, { ids }),
  ],
  [
    'PL-101 PL-166 photos are copied to',
    'POST',
    (queries: QueryClient) => addPhotos(queries, ALBUM, { count: ids.length, ids: async () => ids }),
  ],
])('RV-1104 %s an album by calls of 100 ids, each id once', async (_, method, change) => {
  const sent: { line: string; photoIds: string[] }[] = []
  answerCalls(call => {
    sent.push({ line: `${call.method} ${call.path}`, ...(call.body as { photoIds: string[] }) })
    return Response.json({ added: 1, removed: 1, photosCount: 0 })
  })
  await change(new QueryClient())
  expect(sent.map(({ line }) => line)).toEqual(
    Array(3).fill(`${method} /api/photo-management/albums/${ALBUM}/photos`),
  )
  expect(sent.map(({ photoIds }) => photoIds.length)).toEqual([100, 100, 50])
  expect(sent.flatMap(({ photoIds }) => photoIds)).toEqual(ids)
})
