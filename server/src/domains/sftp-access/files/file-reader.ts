import type { Readable } from 'node:stream'
import type { File } from './node.ts'
import { SftpError } from './sftp-error.ts'

/** Maximum number of bytes that are skipped by reading instead of reopening the file. */
const MAX_SKIPPED_BYTES = 1024 * 1024
/** A compressed file is inflated from its start at each backward read; bounds how often. */
const MAX_REOPENS = 1000

/** Reads an open file. Sequential reads share one stream; other reads open a new one. */
export class FileReader {
  readonly #file: File
  #stream: Readable | undefined
  #chunks: AsyncIterator<Buffer> | undefined
  /** Received bytes that are not read yet; they start at `#offset`. */
  #buffer: Buffer = Buffer.alloc(0)
  #offset = 0
  #openCount = 0

  constructor(file: File) {
    this.#file = file
  }

  /**
   * Reads at most `length` bytes at the offset; fewer only at the end of the file, undefined beyond it. Calls must not
   * overlap.
   */
  async read(offset: number, length: number): Promise<Buffer | undefined> {
    const { size } = this.#file
    if (offset >= size) return undefined
    const wantedBytes = Math.min(length, size - offset)
    if (!this.#stream || offset < this.#offset || offset > this.#offset + MAX_SKIPPED_BYTES)
      this.#open(offset)
    const skippedBytes = offset - this.#offset
    // In steps, because a distant offset of a compressed file may require skipping the whole file.
    for (let remainingBytes = skippedBytes; remainingBytes > 0; )
      remainingBytes -= (await this.#consume(Math.min(remainingBytes, MAX_SKIPPED_BYTES))).length
    return this.#consume(wantedBytes)
  }

  close(): void {
    this.#stream?.destroy()
    this.#stream = undefined
  }

  #open(offset: number): void {
    this.close()
    if (++this.#openCount > MAX_REOPENS) throw new SftpError('FAILURE', 'Too many reads in another order')
    const { stream, start } = this.#file.open(offset)
    this.#stream = stream
    this.#chunks = stream[Symbol.asyncIterator]()
    this.#buffer = Buffer.alloc(0)
    this.#offset = start
  }

  async #consume(length: number): Promise<Buffer> {
    const chunks = [this.#buffer]
    let available = this.#buffer.length
    while (available < length) {
      const { value, done } = await this.#chunks!.next()
      if (done) throw new SftpError('FAILURE', 'The file ended early')
      chunks.push(value)
      available += value.length
    }
    const bytes = chunks.length === 1 ? this.#buffer : Buffer.concat(chunks, available)
    this.#buffer = bytes.subarray(length)
    this.#offset += length
    return bytes.subarray(0, length)
  }
}
