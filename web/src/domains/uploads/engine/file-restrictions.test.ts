import { expect, test } from 'vitest'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { validateFile } from './file-restrictions.ts'

test.each([
  ['beach.jpg', 'image/jpeg', 5, undefined],
  ['beach.JPEG', '', 5, undefined],
  ['beach.png', 'image/png', 5, undefined],
  ['IMG_1.HEIC', '', 5, undefined],
  ['IMG_1.heic', 'image/heic', 5, undefined],
  ['IMG_1.heif', 'image/heif', 5, undefined],
  ['IMG_1.heic', 'application/octet-stream', 5, undefined],
  ['holiday.gif', 'image/gif', 5, 'unsupported-type'],
  ['beach.jpg', 'text/plain', 5, 'unsupported-type'],
  ['drawing.svg', 'image/svg+xml', 5, 'unsupported-type'],
  ['folder', '', 4096, 'unsupported-type'],
  ['empty.jpg', 'image/jpeg', 0, 'empty'],
  ['largest.jpg', 'image/jpeg', UPLOAD_MAX_BYTES, undefined],
  ['larger.jpg', 'image/jpeg', UPLOAD_MAX_BYTES + 1, 'too-large'],
] as const)('PL-041, OP-10 %s (%s, %i bytes): %s', (name, type, size, refusal) => {
  expect(validateFile({ name, type, size })).toBe(refusal)
})
