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
 * A strict reader for tests: it reads only headers, checks every field of each, and fails unless the records of the zip
 * are contiguous from the first byte to the last.
 */
export async function walkZip(
  length: number,
  read: Read,
): Promise<{ zip64: boolean; entries: WalkedEntry[] }> {
  const end = await endOfDirectory(length, read)
  const directory = await read(end.directoryStart, end.directoryLength)
  const entries: WalkedEntry[] = []
  let at = 0
  let expected = 0
  while (at < directory.length) {
    const central = centralHeader(directory, at)
    equal(central.offset, expected, 'local headers touch one another')
    const local = await localHeader(central, read)
    entries.push({ ...central, ...local, zip64: { local: local.zip64, central: central.zip64 } })
    expected = local.contentStart + central.size
    at += central.length
  }
  equal(entries.length, end.count)
  equal(expected, end.directoryStart, 'the directory follows the last entry')
  return { zip64: end.zip64, entries }
}

async function endOfDirectory(length: number, read: Read) {
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
  const large = await read(length - 22 - 76, 76)
  equal(large.readUInt32LE(56), 0x07064b50)
  equal(large.readUInt32LE(60), 0)
  equal(uint64(large, 64), length - 22 - 76)
  equal(large.readUInt32LE(72), 1)
  equal(large.readUInt32LE(0), 0x06064b50)
  equal(uint64(large, 4), 44)
  equal(large.readUInt16LE(14), 45)
  equal(large.readUInt32LE(16) + large.readUInt32LE(20), 0)
  equal(uint64(large, 24), uint64(large, 32))
  const whole = {
    count: uint64(large, 24),
    directoryLength: uint64(large, 40),
    directoryStart: uint64(large, 48),
  }
  equal(Math.min(whole.count, 0xffff), count)
  equal(Math.min(whole.directoryLength, 0xffffffff), directoryLength)
  equal(Math.min(whole.directoryStart, 0xffffffff), directoryStart)
  equal(whole.directoryStart + whole.directoryLength, length - 22 - 76)
  return { zip64, ...whole }
}

function centralHeader(directory: Buffer, at: number) {
  equal(directory.readUInt32LE(at), 0x02014b50)
  equal(directory.readUInt16LE(at + 8), 0x0800, 'UTF-8 names, no data descriptor, not encrypted')
  equal(directory.readUInt16LE(at + 10), 0, 'stored')
  const nameLength = directory.readUInt16LE(at + 28)
  const extraLength = directory.readUInt16LE(at + 30)
  equal(directory.readUInt32LE(at + 32), 0, 'no comment, first disk')
  equal(directory.readUInt32LE(at + 38) >>> 16, 0o100644, 'a regular file')
  const nameEnd = at + 46 + nameLength
  const name = utf8(directory.subarray(at + 46, nameEnd))
  const large = zip64Values(directory.subarray(nameEnd, nameEnd + extraLength))
  const stored = directory.readUInt32LE(at + 20)
  equal(directory.readUInt32LE(at + 24), stored)
  const size = stored === 0xffffffff ? large.shift()! : stored
  if (stored === 0xffffffff) equal(large.shift(), size)
  const near = directory.readUInt32LE(at + 42)
  const offset = near === 0xffffffff ? large.shift()! : near
  equal(large.length, 0, 'ZIP64 holds only what does not fit')
  const zip64 = extraLength > 0
  equal(directory.readUInt16LE(at + 6), zip64 ? 45 : 20)
  return {
    name,
    size,
    offset,
    zip64,
    crc32: directory.readUInt32LE(at + 16),
    dosTime: directory.readUInt32LE(at + 12),
    length: 46 + nameLength + extraLength,
  }
}

async function localHeader(central: ReturnType<typeof centralHeader>, read: Read) {
  const fixed = await read(central.offset, 30)
  equal(fixed.readUInt32LE(0), 0x04034b50)
  equal(fixed.readUInt16LE(6), 0x0800)
  equal(fixed.readUInt16LE(8), 0)
  equal(fixed.readUInt32LE(10), central.dosTime)
  equal(fixed.readUInt32LE(14), central.crc32)
  const nameLength = fixed.readUInt16LE(26)
  const extraLength = fixed.readUInt16LE(28)
  const rest = await read(central.offset + 30, nameLength + extraLength)
  equal(utf8(rest.subarray(0, nameLength)), central.name)
  const large = zip64Values(rest.subarray(nameLength))
  const stored = fixed.readUInt32LE(18)
  equal(fixed.readUInt32LE(22), stored)
  const zip64 = stored === 0xffffffff
  equal(fixed.readUInt16LE(4), zip64 ? 45 : 20)
  equal(large.length, zip64 ? 2 : 0)
  if (zip64) ok(large.every(size => size === central.size))
  else equal(stored, central.size)
  return { zip64, contentStart: central.offset + 30 + nameLength + extraLength }
}

function zip64Values(extra: Buffer): number[] {
  if (extra.length === 0) return []
  equal(extra.readUInt16LE(0), 1)
  equal(extra.readUInt16LE(2), extra.length - 4)
  return Array.from({ length: (extra.length - 4) / 8 }, (_, index) => uint64(extra, 4 + 8 * index))
}

function uint64(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}

function utf8(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}
