import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createQuadrants } from './pictures.testing.ts'
import { sharp } from './pixel-engine.ts'
import { sniffPicture } from './sniff.ts'

const ftyp = (major: string, compatible: string[], rest = '') => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(16 + compatible.length * 4)
  return Buffer.concat([size, Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}${rest}`, 'latin1')])
}

describe('PL-041 the type comes from the bytes', () => {
  test('JPEG, PNG and HEIC are recognised', async () => {
    expect(sniffPicture(await createQuadrants().jpeg().toBuffer())).toBe('image/jpeg')
    expect(sniffPicture(await createQuadrants().png().toBuffer())).toBe('image/png')
    expect(sniffPicture(readFileSync(new URL('./fixtures/quadrants.heic', import.meta.url)))).toBe(
      'image/heic',
    )
  })

  test.each(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis'])('brand %s is HEIC', brand => {
    expect(sniffPicture(ftyp(brand, ['mif1']))).toBe('image/heic')
    expect(sniffPicture(ftyp('mif1', ['miaf', brand]))).toBe('image/heic')
  })

  test('a general HEIF brand is HEIC only with HEVC inside', () => {
    expect(sniffPicture(ftyp('mif1', ['miaf'], '....infe....hvc1'))).toBe('image/heic')
    expect(sniffPicture(ftyp('msf1', ['miaf'], '....hvcC'))).toBe('image/heic')
    expect(sniffPicture(ftyp('mif1', ['miaf'], '....infe....av01'))).toBeNull()
    expect(sniffPicture(ftyp('mif1', ['avif'], '....hvc1'))).toBeNull()
  })

  test('everything else is refused', async () => {
    const others = [
      await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .webp()
        .toBuffer(),
      await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .gif()
        .toBuffer(),
      await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
        .avif()
        .toBuffer(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('plain text'),
      ftyp('isom', ['mp41']),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8]),
    ]
    for (const bytes of others) expect(sniffPicture(bytes)).toBeNull()
  })
})
