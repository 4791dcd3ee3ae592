import { expect, test } from 'vitest'
import { toUploadError } from './upload-error.ts'

const reasoned = (reason: string) => JSON.stringify({ code: 'x', fields: { reason } })

test.each([
  [415, reasoned('unsupported-type'), { kind: 'refused', reason: 'unsupported-type' }],
  [400, reasoned('truncated'), { kind: 'refused', reason: 'truncated' }],
  [413, reasoned('too-many-pixels'), { kind: 'refused', reason: 'too-many-pixels' }],
  [413, '<html>', { kind: 'refused', reason: 'too-large' }],
  [415, '', { kind: 'refused', reason: 'unsupported-type' }],
  [400, '{}', { kind: 'failed', reason: 'server' }],
  [500, '', { kind: 'failed', reason: 'server' }],
  [507, '', { kind: 'failed', reason: 'storage-full' }],
  [507, reasoned('quota-exceeded'), { kind: 'failed', reason: 'quota-exceeded' }],
  [507, reasoned('too-many-unfinished'), { kind: 'failed', reason: 'too-many-unfinished' }],
  [404, '', { kind: 'refused', reason: 'expired' }],
  [0, '', { kind: 'broken' }],
  [401, '', { kind: 'broken' }],
  [409, '', { kind: 'broken' }],
  [503, '', { kind: 'broken' }],
] as const)('PL-170 an answer %i %s means %o', (status, body, problem) => {
  expect(toUploadError(status, body)).toEqual(problem)
})

test('PL-044 404 means a missing album only when the request creates an upload for an album', () => {
  expect(toUploadError(404, '', true)).toEqual({ kind: 'failed', reason: 'album-gone' })
  expect(toUploadError(404, '')).toEqual({ kind: 'refused', reason: 'expired' })
})
