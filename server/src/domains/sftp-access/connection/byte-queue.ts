const BLOCK_BYTES = 64 * 1024

/** Bytes in the order of their arrival, copied once into blocks, because each small chunk would cost an object. */
export class ByteQueue {
  readonly #blocks: Buffer[] = []
  /** Position of the first byte in the first block. */
  #start = 0
  /** Position behind the last byte in the last block. */
  #end = BLOCK_BYTES
  #length = 0

  get length(): number {
    return this.#length
  }

  append(data: Buffer): void {
    for (let copied = 0; copied < data.length; ) {
      if (this.#end === BLOCK_BYTES) {
        this.#blocks.push(Buffer.allocUnsafe(BLOCK_BYTES))
        this.#end = 0
      }
      const count = data.copy(this.#blocks.at(-1)!, this.#end, copied)
      copied += count
      this.#end += count
      this.#length += count
    }
  }

  /** Removes at most `maxBytes` bytes from the front and returns them; fewer at the end of a block. */
  take(maxBytes: number): Buffer {
    const [block] = this.#blocks
    if (!block) return Buffer.alloc(0)
    const blockEnd = this.#blocks.length === 1 ? this.#end : BLOCK_BYTES
    const end = Math.min(this.#start + maxBytes, blockEnd)
    const taken = block.subarray(this.#start, end)
    this.#length -= taken.length
    this.#start = end
    if (this.#start === BLOCK_BYTES) {
      this.#blocks.shift()
      this.#start = 0
    }
    return taken
  }
}
