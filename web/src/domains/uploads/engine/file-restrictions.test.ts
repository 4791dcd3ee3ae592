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
] as const)('PL-041, OP-10 %s (%s, %i bytes): %s', async (name, type, size, refusal) => {
  const file = new File([], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  expect(await validateFile(file)).toBe(refusal)
})

const ftyp = (brand: string) => [0, 0, 0, 24, ...new TextEncoder().encode(`ftyp${brand}`), 0, 0, 0, 0]
test.each([
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe1, 0, 0], undefined],
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], undefined],
  ['a HEIC', ftyp('heic'), undefined],
  ['a generic HEIF', ftyp('mif1'), undefined],
  ['a film', ftyp('isom'), 'unsupported-type'],
  ['a text', [0x68, 0x69], 'unsupported-type'],
] as const)(
  'RV-116 the first bytes decide about a file without type and extension: %s',
  async (_, bytes, refusal) => {
    expect(await validateFile(new File([new Uint8Array(bytes)], 'IMG_0042'))).toBe(refusal)
  },
)
