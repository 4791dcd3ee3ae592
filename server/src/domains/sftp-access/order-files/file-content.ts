import { ORDER_FILE_MAX_BYTES } from '#contract/order-files.ts'
import { SftpError } from '../files/sftp-error.ts'

const MIN_CAPACITY = 4096
/** Clients that send several parts at once may send them in another order; ssh2 and WinSCP have at most 64 on the way. */
const MAX_RANGES = 128

/** Received bytes from `start` up to `end`. */
interface Range {
  start: number
  end: number
}

/** The bytes of a file whose parts arrive in any order. Its buffer doubles, so that each byte is copied a few times at most. */
export class FileContent {
  #buffer: Buffer
  /** In order, neither overlapping nor adjacent. */
  #ranges: Range[]

  constructor(content: Buffer) {
    this.#buffer = content
    this.#ranges = content.length > 0 ? [{ start: 0, end: content.length }] : []
  }

  /** Bytes up to the end of the last part. */
  get size(): number {
    return this.#ranges.at(-1)?.end ?? 0
  }

  /** Whether bytes between received parts are missing. */
  get hasGap(): boolean {
    return this.received.length < this.size
  }

  /** The bytes from the start up to the first missing one; valid until the next write. */
  get received(): Buffer {
    const [first] = this.#ranges
    return this.#buffer.subarray(0, first?.start === 0 ? first.end : 0)
  }

  /** Throws SftpError for a part beyond the maximum size, or for too many gaps. */
  write(start: number, data: Buffer): void {
    const end = start + data.length
    if (end > ORDER_FILE_MAX_BYTES) throw new SftpError('FAILURE', 'A file has at most 1 MB')
    if (data.length === 0) return
    const ranges = mergeRange(this.#ranges, { start, end })
    if (ranges.length > MAX_RANGES) throw new SftpError('FAILURE', 'Too many missing parts')
    this.#ranges = ranges
    this.#grow(end)
    data.copy(this.#buffer, start)
  }

  #grow(size: number): void {
    if (size <= this.#buffer.length) return
    const capacity = Math.max(MIN_CAPACITY, size, 2 * this.#buffer.length)
    const grown = Buffer.alloc(Math.min(capacity, ORDER_FILE_MAX_BYTES))
    this.#buffer.copy(grown)
    this.#buffer = grown
  }
}

function mergeRange(ranges: readonly Range[], added: Range): Range[] {
  const before = ranges.filter(({ end }) => end < added.start)
  const after = ranges.filter(({ start }) => start > added.end)
  const touching = ranges.slice(before.length, ranges.length - after.length)
  const merged = {
    start: Math.min(added.start, ...touching.map(({ start }) => start)),
    end: Math.max(added.end, ...touching.map(({ end }) => end)),
  }
  return [...before, merged, ...after]
}
