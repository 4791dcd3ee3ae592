/** Reads a stream forward by numbers of bytes. */
export class ByteReader {
  #chunks: AsyncIterator<Uint8Array>
  #bytes: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Returns the bytes that follow without consuming them: at least `length`, fewer only at the end. */
  async peek(length: number): Promise<Buffer> {
    const parts = [this.#bytes]
    for (let missing = length - this.#bytes.length; missing > 0; ) {
      const { done, value } = await this.#chunks.next()
      if (done) break
      parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      missing -= value.length
    }
    if (parts.length > 1) this.#bytes = Buffer.concat(parts)
    return this.#bytes
  }

  /** Consumes `length` bytes, fewer only at the end. */
  async take(length: number): Promise<Buffer> {
    const bytes = (await this.peek(length)).subarray(0, length)
    this.#bytes = this.#bytes.subarray(bytes.length)
    return bytes
  }

  /** Consumes `length` bytes, fewer only at the end, as they arrive. */
  async *takeInParts(length = Infinity): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      const part = await this.take(Math.min((await this.peek(1)).length, left))
      if (part.length === 0) return
      left -= part.length
      yield part
    }
  }

  /** Ends the stream where it is. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
