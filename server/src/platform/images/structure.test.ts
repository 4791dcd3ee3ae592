import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createQuadrants, createQuadrantsJpeg, insertSegment, replaceSize } from './pictures.testing.ts'
import { sharp } from './pixel-engine.ts'
import { createBytesAccess, type RandomAccess } from './random-access.ts'
import { checkStructure } from './structure.ts'

const check = (bytes: Uint8Array) => checkStructure(createBytesAccess(bytes))
const heic = readFileSync(new URL('./fixtures/quadrants.heic', import.meta.url))
const whole = { ok: true, width: 96, height: 64 }
const noise = () => Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 2_654_435_761) >>> 24))

const pngHeader = (width: number, height: number) => {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return Buffer.concat([header, Buffer.from('0000000049454e44ae426082', 'hex')])
}

describe('PL-170 complete pictures are accepted', () => {
  test('JPEG, progressive JPEG, PNG and HEIC give their stored size', async () => {
    expect(await check(await createQuadrantsJpeg().toBuffer())).toEqual(whole)
    expect(await check(await createQuadrants().jpeg({ progressive: true }).toBuffer())).toEqual(whole)
    expect(await check(await createQuadrants().png().toBuffer())).toEqual(whole)
    expect(await check(heic)).toEqual(whole)
  })

  test('appended data is ignored', async () => {
    const tail = Buffer.concat([Buffer.from('PK\x03\x04'), noise().map(byte => (byte === 0xff ? 0 : byte))])
    for (const picture of [
      await createQuadrantsJpeg().toBuffer(),
      await createQuadrants().png().toBuffer(),
      heic,
    ]) {
      expect(await check(Buffer.concat([picture, tail]))).toEqual(whole)
    }
  })

  test('padding after JPEG and stray bytes between its segments are ignored', async () => {
    const jpeg = await createQuadrantsJpeg().toBuffer()
    expect(await check(Buffer.concat([jpeg, Buffer.alloc(2_000)]))).toEqual(whole)
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const stray = Buffer.concat([jpeg.subarray(0, frame), Buffer.from('00abff', 'hex'), jpeg.subarray(frame)])
    expect(await check(stray)).toEqual(whole)
  })
})

describe('PL-170 truncated pictures are refused', () => {
  test('no prefix of a picture is accepted, and half of one is truncated', async () => {
    const thumbnail = await createQuadrants(16, 16).jpeg().toBuffer()
    const jpeg = insertSegment(await createQuadrantsJpeg().toBuffer(), 0xe1, thumbnail)
    for (const picture of [jpeg, await createQuadrants().png().toBuffer(), heic]) {
      for (let length = 0; length < picture.length; length++) {
        expect(await check(picture.subarray(0, length)), `${length} bytes`).toMatchObject({ ok: false })
      }
      const half = picture.subarray(0, picture.length / 2)
      expect(await check(half)).toEqual({ ok: false, reason: 'truncated' })
    }
  })

  test('a large truncated JPEG is detected for any scan data', async () => {
    const side = 1_000
    const large = await sharp(noise(), { raw: { width: side, height: side, channels: 3 } })
      .jpeg()
      .toBuffer()
    expect(await check(large)).toEqual({ ok: true, width: side, height: side })
    expect(await check(large.subarray(0, -2_000))).toEqual({ ok: false, reason: 'truncated' })
  })
})

describe('OP-10 more than 300 megapixels are refused by the header alone', () => {
  test('JPEG and PNG with too large a size', async () => {
    const tooMany = { ok: false, reason: 'too-many-pixels' }
    expect(await check(replaceSize(await createQuadrantsJpeg().toBuffer(), 65_500, 65_500))).toEqual(tooMany)
    expect(await check(pngHeader(60_000, 60_000))).toEqual(tooMany)
    expect(await check(pngHeader(30_000, 10_001))).toEqual(tooMany)
    expect(await check(pngHeader(30_000, 10_000))).toEqual({ ok: true, width: 30_000, height: 10_000 })
  })

  test('HEIC with too large a value in any of its sizes', async () => {
    const bomb = Buffer.from(heic)
    bomb.writeUInt32BE(40_000, bomb.indexOf('ispe') + 8)
    bomb.writeUInt32BE(40_000, bomb.indexOf('ispe') + 12)
    expect(await check(bomb)).toEqual({ ok: false, reason: 'too-many-pixels' })
  })
})

describe('PL-170 other refusals', () => {
  test('empty files, other types and nonsense', async () => {
    expect(await check(Buffer.alloc(0))).toEqual({ ok: false, reason: 'empty' })
    expect(await check(Buffer.from('<svg/>'))).toEqual({ ok: false, reason: 'unsupported-type' })
    expect(await check(pngHeader(0, 10))).toEqual({ ok: false, reason: 'broken' })
    expect(await check(Buffer.from('ffd8ffd9', 'hex'))).toEqual({ ok: false, reason: 'broken' })
  })

  test('damaged item tables of HEIC give a result, never an exception', async () => {
    const metaEnd = heic.readUInt32BE(0) + heic.readUInt32BE(heic.readUInt32BE(0))
    for (let at = 16; at < metaEnd; at++) {
      for (const value of [0x00, 0x01, 0x7f, 0xff]) {
        const damaged = Buffer.from(heic)
        damaged[at] = value
        expect(await check(damaged)).toHaveProperty('ok')
      }
    }
  })

  test('a read error is not reported as a broken picture', async () => {
    const failing: RandomAccess = { size: 100, read: () => Promise.reject(new Error('EIO')) }
    await expect(checkStructure(failing)).rejects.toThrow('EIO')
  })

  test('hostile files of tiny segments are refused quickly', async () => {
    const segments = Buffer.concat([
      Buffer.from('ffd8', 'hex'),
      Buffer.alloc(400_000, Buffer.from('ffe00002', 'hex')),
    ])
    expect(await check(segments)).toEqual({ ok: false, reason: 'broken' })
  })
})

test('checking a large picture reads only some kilobytes', async () => {
  const body = Buffer.alloc(50_000_000)
  const head = pngHeader(5_000, 5_000)
  const file = Buffer.concat([head.subarray(0, 33), body, head.subarray(33)])
  let read = 0
  const counting = {
    ...createBytesAccess(file),
    read: (offset: number, length: number) => {
      read += length
      return createBytesAccess(file).read(offset, length)
    },
  }
  expect(await checkStructure(counting)).toEqual({ ok: true, width: 5_000, height: 5_000 })
  expect(read).toBeLessThan(10_000)
})
