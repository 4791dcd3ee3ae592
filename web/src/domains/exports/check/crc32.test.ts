import { randomBytes } from 'node:crypto'
import { crc32 as nodeCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32 } from './zip-entries.ts'

test('RV-811 the CRC-32 of a file equals that of zlib, for the check value and for random bytes', () => {
  expect(crc32(new TextEncoder().encode('123456789').buffer)).toBe(0xcbf43926)
  for (let length = 0; length < 600; length += 7) {
    const bytes = Uint8Array.from(randomBytes(length))
    expect(crc32(bytes.buffer)).toBe(nodeCrc32(bytes))
  }
})
