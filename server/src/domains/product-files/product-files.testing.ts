import { crc32, deflateRawSync } from 'node:zlib'

/** Creates a minimal PDF to programs that check the first and last bytes only, with a text in it. */
export const pdfForTests = (text = 'a product'): Buffer => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`)

export interface ZipEntryForTests {
  name?: string
  content?: Buffer
  /** Overrides the deflated bytes of the content. */
  deflated?: Buffer
  /** Wrong values for the headers. */
  size?: number
  crc32?: number
  flags?: number
  method?: number
}

/** Creates a zip that may be malformed. `count` is the number of entries in its end record. */
export function zipForTests(entries: readonly ZipEntryForTests[], count = entries.length): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { name = 'product.pdf', content = pdfForTests(), flags = 0, method = 8 } = entry
    const data = entry.deflated ?? (method === 8 ? deflateRawSync(content) : content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(0x5821_6000, 6)
    fields.writeUInt32LE(entry.crc32 ?? crc32(content), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(entry.size ?? content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name)]),
    )
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
