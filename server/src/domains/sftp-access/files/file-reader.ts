import type { Readable } from 'node:stream'
import type { File } from './node.ts'
import { SftpError } from './sftp-error.ts'

/** Bytes that are read and left out instead of opening the file again. */
const SKIPPED_MAX = 1024 * 1024
/** A compressed file is unpacked from its beginning at each step back: this often at most. */
const REOPENED_MAX = 1000

/** Reads an open file. Reads that follow one another use one stream; one elsewhere opens another. */
export class FileReader {
  readonly #file: File
  #stream: Readable | undefined
  #chunks: AsyncIterator<Buffer> | undefined
  /** Bytes of the stream that are not read yet begin at this offset. */
  #rest: Buffer = Buffer.alloc(0)
  #offset = 0
  #opened = 0

  constructor(file: File) {
    this.#file = file
  }

  /** At most `length` bytes at the offset; fewer only at the end, undefined behind it. Calls must not overlap. */
  async read(offset: number, length: number): Promise<Buffer | undefined> {
    const { size } = this.#file
    if (offset >= size) return undefined
    const wanted = Math.min(length, size - offset)
    if (!this.#stream || offset < this.#offset || offset > this.#offset + SKIPPED_MAX) this.#open(offset)
    const skipped = offset - this.#offset
    // In steps: of a compressed file that is far ahead everything before must be unpacked.
    for (let left = skipped; left > 0; ) left -= (await this.#take(Math.min(left, SKIPPED_MAX))).length
    return this.#take(wanted)
  }

  close(): void {
    this.#stream?.destroy()
    this.#stream = undefined
  }

  #open(offset: number): void {
    this.close()
    if (++this.#opened > REOPENED_MAX) throw new SftpError('FAILURE', 'Too many reads in another order')
    const { stream, start } = this.#file.open(offset)
    this.#stream = stream
    this.#chunks = stream[Symbol.asyncIterator]()
    this.#rest = Buffer.alloc(0)
    this.#offset = start
  }

  async #take(length: number): Promise<Buffer> {
    const chunks = [this.#rest]
    let available = this.#rest.length
    while (available < length) {
      const { value, done } = await this.#chunks!.next()
      if (done) throw new SftpError('FAILURE', 'The file ended early')
      chunks.push(value)
      available += value.length
    }
    const bytes = chunks.length === 1 ? this.#rest : Buffer.concat(chunks, available)
    this.#rest = bytes.subarray(length)
    this.#offset += length
    return bytes.subarray(0, length)
  }
}
