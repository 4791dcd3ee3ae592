import { equal, ok } from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { planZip, type ZipEntry, type ZipPlan } from './index.ts'
import { streamZip } from './stream.testing.ts'
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

/** The fields of an entry, equal in both of its headers. */
interface WalkedEntry {
  name: string
  size: number
  crc32: number
  dosTime: number
  offset: number
  contentStart: number
  zip64: { local: boolean; central: boolean }
}

type Read = (start: number, length: number) => Promise<Buffer>

/**
 * Reads a zip strictly, for tests: reads only headers, checks every field of each, and fails unless the records of the
 * zip are contiguous from the first byte to the last.
 */
async function walkZip(length: number, read: Read): Promise<{ zip64: boolean; entries: WalkedEntry[] }> {
  const end = await readEndOfDirectory(length, read)
  const directory = await read(end.directoryStart, end.directoryLength)
  const entries: WalkedEntry[] = []
  let at = 0
  let expectedOffset = 0
  while (at < directory.length) {
    const central = readCentralHeader(directory, at)
    equal(central.offset, expectedOffset, 'local headers touch one another')
    const local = await readLocalHeader(central, read)
    entries.push({ ...central, ...local, zip64: { local: local.zip64, central: central.zip64 } })
    expectedOffset = local.contentStart + central.size
    at += central.length
  }
  equal(entries.length, end.count)
  equal(expectedOffset, end.directoryStart, 'the directory follows the last entry')
  return { zip64: end.zip64, entries }
}

async function readEndOfDirectory(length: number, read: Read) {
  const record = await read(length - 22, 22)
  equal(record.readUInt32LE(0), 0x06054b50)
  equal(record.readUInt32LE(4), 0, 'one disk')
  const count = record.readUInt16LE(8)
  equal(record.readUInt16LE(10), count)
  const directoryLength = record.readUInt32LE(12)
  const directoryStart = record.readUInt32LE(16)
  equal(record.readUInt16LE(20), 0, 'no comment')
  const zip64 = count === 0xffff || directoryLength === 0xffffffff || directoryStart === 0xffffffff
  if (!zip64) {
    equal(directoryStart + directoryLength, length - 22)
    return { zip64, count, directoryLength, directoryStart }
  }
  const zip64Record = await read(length - 22 - 76, 76)
  equal(zip64Record.readUInt32LE(56), 0x07064b50)
  equal(zip64Record.readUInt32LE(60), 0)
  equal(readUint64(zip64Record, 64), length - 22 - 76)
  equal(zip64Record.readUInt32LE(72), 1)
  equal(zip64Record.readUInt32LE(0), 0x06064b50)
  equal(readUint64(zip64Record, 4), 44)
  equal(zip64Record.readUInt16LE(14), 45)
  equal(zip64Record.readUInt32LE(16) + zip64Record.readUInt32LE(20), 0)
  equal(readUint64(zip64Record, 24), readUint64(zip64Record, 32))
  const whole = {
    count: readUint64(zip64Record, 24),
    directoryLength: readUint64(zip64Record, 40),
    directoryStart: readUint64(zip64Record, 48),
  }
  equal(Math.min(whole.count, 0xffff), count)
  equal(Math.min(whole.directoryLength, 0xffffffff), directoryLength)
  equal(Math.min(whole.directoryStart, 0xffffffff), directoryStart)
  equal(whole.directoryStart + whole.directoryLength, length - 22 - 76)
  return { zip64, ...whole }
}

function readCentralHeader(directory: Buffer, at: number) {
  equal(directory.readUInt32LE(at), 0x02014b50)
  equal(directory.readUInt16LE(at + 8), 0x0800, 'UTF-8 names, no data descriptor, not encrypted')
  equal(directory.readUInt16LE(at + 10), 0, 'stored')
  const nameLength = directory.readUInt16LE(at + 28)
  const extraLength = directory.readUInt16LE(at + 30)
  equal(directory.readUInt32LE(at + 32), 0, 'no comment, first disk')
  equal(directory.readUInt32LE(at + 38) >>> 16, 0o100644, 'a regular file')
  const nameEnd = at + 46 + nameLength
  const name = decodeUtf8(directory.subarray(at + 46, nameEnd))
  const { zip64Values, seconds } = readExtraFields(directory.subarray(nameEnd, nameEnd + extraLength))
  const zip64 = zip64Values.length > 0
  const storedSize = directory.readUInt32LE(at + 20)
  equal(directory.readUInt32LE(at + 24), storedSize)
  const size = storedSize === 0xffffffff ? zip64Values.shift()! : storedSize
  if (storedSize === 0xffffffff) equal(zip64Values.shift(), size)
  const shortOffset = directory.readUInt32LE(at + 42)
  const offset = shortOffset === 0xffffffff ? zip64Values.shift()! : shortOffset
  equal(zip64Values.length, 0, 'ZIP64 holds only what does not fit')
  equal(directory.readUInt16LE(at + 6), zip64 ? 45 : 20)
  return {
    name,
    size,
    offset,
    zip64,
    crc32: directory.readUInt32LE(at + 16),
    dosTime: directory.readUInt32LE(at + 12),
    seconds,
    length: 46 + nameLength + extraLength,
  }
}

async function readLocalHeader(central: ReturnType<typeof readCentralHeader>, read: Read) {
  const fixed = await read(central.offset, 30)
  equal(fixed.readUInt32LE(0), 0x04034b50)
  equal(fixed.readUInt16LE(6), 0x0800)
  equal(fixed.readUInt16LE(8), 0)
  equal(fixed.readUInt32LE(10), central.dosTime)
  equal(fixed.readUInt32LE(14), central.crc32)
  const nameLength = fixed.readUInt16LE(26)
  const extraLength = fixed.readUInt16LE(28)
  const rest = await read(central.offset + 30, nameLength + extraLength)
  equal(decodeUtf8(rest.subarray(0, nameLength)), central.name)
  const { zip64Values, seconds } = readExtraFields(rest.subarray(nameLength))
  equal(seconds, central.seconds)
  const storedSize = fixed.readUInt32LE(18)
  equal(fixed.readUInt32LE(22), storedSize)
  const zip64 = storedSize === 0xffffffff
  equal(fixed.readUInt16LE(4), zip64 ? 45 : 20)
  equal(zip64Values.length, zip64 ? 2 : 0)
  if (zip64) ok(zip64Values.every(size => size === central.size))
  else equal(storedSize, central.size)
  return { zip64, contentStart: central.offset + 30 + nameLength + extraLength }
}

/** Reads the ZIP64 field and the time of modification after it; `seconds` undefined without one. */
function readExtraFields(extra: Buffer) {
  const zip64Length = extra.length > 0 && extra.readUInt16LE(0) === 1 ? extra.readUInt16LE(2) : null
  const zip64Values = Array.from({ length: (zip64Length ?? 0) / 8 }, (_, index) =>
    readUint64(extra, 4 + 8 * index),
  )
  const rest = extra.subarray(zip64Length === null ? 0 : 4 + zip64Length)
  if (rest.length === 0) return { zip64Values, seconds: undefined }
  if (rest.readUInt16LE(0) === 0x000a) {
    equal(rest.length, 36)
    const time = rest.readBigUInt64LE(12)
    return { zip64Values, seconds: Number(time / 10_000_000n - 11_644_473_600n) }
  }
  equal(rest.length, 9)
  equal(rest.readUInt32LE(0), 0x00055455)
  equal(rest[4], 1, 'the time of modification alone')
  return { zip64Values, seconds: rest.readInt32LE(5) }
}

function readUint64(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}

function decodeUtf8(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}
