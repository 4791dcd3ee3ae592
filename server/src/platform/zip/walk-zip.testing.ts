import { equal, ok } from 'node:assert/strict'

/** The fields of an entry, equal in both of its headers. */
export interface WalkedEntry {
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
export async function walkZip(
  length: number,
  read: Read,
): Promise<{ zip64: boolean; entries: WalkedEntry[] }> {
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
