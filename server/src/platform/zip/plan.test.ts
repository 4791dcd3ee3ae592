import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { planZip, type ZipEntry, type ZipPlan } from './index.ts'
import { streamZip } from './stream.testing.ts'
import { walkZip } from './walk-zip.testing.ts'
import {
  createEntry,
  createNoise,
  createSampleEntries,
  createSamplePlan,
  planManyEntries,
  readRange,
  readZip,
} from './zip.testing.ts'

const GiB = 1024 ** 3

describe('OP-94 a zip is planned from names, sizes and checksums', () => {
  test('the length and the position of every header are exact', async () => {
    const plan = createSamplePlan()
    const zip = await readZip(plan)
    expect(zip.length).toBe(plan.length)
    const { entries, zip64 } = await walkZip(zip.length, async (start, length) =>
      zip.subarray(start, start + length),
    )
    expect(zip64).toBe(false)
    expect(entries.map(({ name, size, crc32 }) => ({ name, size, crc32 }))).toEqual(
      plan.entries.map(({ name, size, crc32 }) => ({ name, size, crc32 })),
    )
    for (const [index, { contentStart, size }] of entries.entries()) {
      expect(zip.subarray(contentStart, contentStart + size).equals(plan.entries[index]!.source)).toBe(true)
    }
  })

  test('an empty zip is valid', async () => {
    const plan = planZip<Buffer>([])
    expect(plan.length).toBe(22)
    expect(await walkZip(22, reader(plan))).toEqual({
      zip64: false,
      entries: [],
    })
  })

  test.each([
    ['2024-05-03T14:15:01', [2024, 5, 3, 14, 15, 0]],
    ['2024-12-31T23:59:60', [2024, 12, 31, 23, 59, 58]],
    ['1980-01-01T00:00:02', [1980, 1, 1, 0, 0, 2]],
    ['1979-12-31T23:59:59', [1980, 1, 1, 0, 0, 0]],
    ['1826-06-01T12:00:00', [1980, 1, 1, 0, 0, 0]],
    ['2107-12-31T23:59:59', [2107, 12, 31, 23, 59, 58]],
    ['2108-01-01T00:00:00', [2107, 12, 31, 23, 59, 58]],
  ])('OP-92 the wall clock %s is the time of the entry', async (modified, parts) => {
    const plan = planZip([createEntry('a', Buffer.from('a'), modified)])
    const { entries } = await walkZip(plan.length, (start, length) =>
      readRange(plan, start, start + length - 1),
    )
    const time = entries[0]!.dosTime
    const date = time >>> 16
    expect([1980 + (date >> 9), (date >> 5) & 15, date & 31]).toEqual(parts.slice(0, 3))
    expect([(time >> 11) & 31, (time >> 5) & 63, (time & 31) * 2]).toEqual(parts.slice(3))
  })

  test.each([
    ['a size', { size: -1 }],
    ['a size', { size: 1.5 }],
    ['a size', { size: 2 ** 53 }],
    ['a CRC', { crc32: -1 }],
    ['a CRC', { crc32: 2 ** 32 }],
    ['a CRC', { crc32: Number.NaN }],
    ['a time', { modified: '2024-05-03' }],
    ['a time', { modified: '2024-13-03T00:00:00' }],
    ['a time', { modified: '2024-05-03T24:00:00' }],
    ['a time', { modified: '2024-05-03T14:15:01Z' }],
    ['a time', { modified: '+024-05-03T14:15:01' }],
    ['a name', { name: '' }],
    ['a name', { name: 'é'.repeat(40_000) }],
    ['a name', { name: 'a'.repeat(100_000) }],
  ])('%s no zip can hold is refused (%#)', (_, wrong) => {
    expect(() => planZip([{ ...createEntry('a', Buffer.from('a')), ...wrong }])).toThrow(RangeError)
  })
})

describe('OP-94 a strong ETag', () => {
  test('is the same for the same plan in any process', () => {
    const plan = planZip([createEntry('a.jpg', createNoise(1000, 1), '2024-05-03T14:15:01')])
    expect(plan.etag).toBe('"rDpRte8sBoDpXUNt_y6rHbkPpxW9p0cNcR_6TULnppU"')
    expect(createSamplePlan().etag).toBe(createSamplePlan().etag)
  })

  test('differs with everything the bytes depend on', () => {
    const entries = createSampleEntries()
    const [first, ...rest] = entries as [ZipEntry<Buffer>, ...ZipEntry<Buffer>[]]
    const variants = [
      entries,
      rest,
      [...rest, first],
      ...[
        { name: 'b' },
        { size: 7 },
        { crc32: 7 },
        { modified: '2024-05-03T14:15:02' },
        { digest: '1' },
        { digest: '2' },
        ...['1', '2'].map(end => ({ digest: '1'.repeat(300_000) + end })),
      ].map(change => [{ ...first, ...change }, ...rest]),
    ]
    expect(new Set(variants.map(variant => planZip(variant).etag)).size).toBe(variants.length)
  })
})

describe('OP-94 ZIP64 where needed', () => {
  // readers.proof.test.ts reads more entries than this with other programs.
  test.each([
    [65_534, false],
    [65_535, true],
  ])('of %i entries: %s', async (entries, isZip64) => {
    const plan = planManyEntries(entries)
    const [locator, end64] = [20, 56]
    const end = await readRange(plan, plan.length - 22 - locator - end64, plan.length - 1)
    expect(end.readUInt32LE(end64) === 0x07064b50).toBe(isZip64)
    expect(end.readUInt16LE(end64 + locator + 10)).toBe(isZip64 ? 0xffff : entries)
    if (isZip64) expect([end.readUInt32LE(0), Number(end.readBigUInt64LE(32))]).toEqual([0x06064b50, entries])
  })

  test('sizes and offsets of 4 GiB and more', async () => {
    const plan = hugePlan()
    const { zip64, entries } = await walkZip(plan.length, (start, length) => zerosOf(plan, start, length))
    expect(zip64).toBe(true)
    expect(entries.map(({ name, size, zip64 }) => [name, size, zip64.local, zip64.central])).toEqual([
      ['small', 10, false, false],
      ['below', 0xfffffffe, false, false],
      ['at', 0xffffffff, true, true],
      ['above', 5 * GiB, true, true],
      ['far', 10, false, true],
    ])
  })

  test('the offset alone needs it from 4 GiB on, not before', async () => {
    const header = 30 + 1
    const before = planZip([zeros('a', 0xfffffffe - header), zeros('b', 0)])
    const beyond = planZip([zeros('a', 0xffffffff - header), zeros('b', 0)])
    const far = async (plan: ZipPlan<number>) => {
      const { entries } = await walkZip(plan.length, (start, length) => zerosOf(plan, start, length))
      return entries.map(({ zip64 }) => zip64)
    }
    expect(await far(before)).toEqual(Array(2).fill({ local: false, central: false }))
    expect(await far(beyond)).toEqual([
      { local: false, central: false },
      { local: false, central: true },
    ])
  })

  test('bytes beyond 4 GiB are read at the right position of the right source', async () => {
    const plan = hugePlan()
    const reads: unknown[] = []
    const start = plan.offsets[4]! - 3
    const stream = streamZip(plan, { start, end: start + 2 }, (source, from, to) => {
      reads.push([source, from, to])
      return zeroSource(source)
    })
    await buffer(stream)
    expect(reads).toEqual([[5 * GiB, 5 * GiB - 3, 5 * GiB - 1]])
  })
})

function reader(plan: ZipPlan<Buffer>) {
  return async (start: number, length: number) =>
    length === 0 ? Buffer.alloc(0) : readRange(plan, start, start + length - 1)
}

function hugePlan(): ZipPlan<number> {
  return planZip([
    zeros('small', 10),
    zeros('below', 0xfffffffe),
    zeros('at', 0xffffffff),
    zeros('above', 5 * GiB),
    zeros('far', 10),
  ])
}

function zeros(name: string, size: number): ZipEntry<number> {
  return { name, size, crc32: 0, modified: '2024-05-03T14:15:00', source: size }
}

function zerosOf(plan: ZipPlan<number>, start: number, length: number): Promise<Buffer> {
  if (length === 0) return Promise.resolve(Buffer.alloc(0))
  return buffer(streamZip(plan, { start, end: start + length - 1 }, zeroSource))
}

function zeroSource(size: number) {
  return {
    async read(target: Uint8Array, offset: number, length: number, position: number) {
      const bytesRead = Math.max(0, Math.min(length, size - position))
      target.fill(0, offset, offset + bytesRead)
      return { bytesRead }
    },
    async close() {},
  }
}
