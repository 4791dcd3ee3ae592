import { Readable } from 'node:stream'
import type { ZipEntry } from './plan.ts'
import type { ZipSegment } from './segments.ts'

/** A source read at positions, such as a FileHandle of node:fs/promises. It is closed when done with. */
export interface PositionedSource {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  close(): Promise<void>
}

/** A positioned source is the whole source; an iterable gives just the bytes it was opened for. */
export type ZipSource = PositionedSource | AsyncIterable<Uint8Array>

/**
 * Opens the bytes `start`..`end` (both inclusive) of a source. Answering with a FileHandle is the quick way.
 * `signal` aborts when the bytes are no longer needed.
 */
export type OpenSource<S> = (
  source: S,
  start: number,
  end: number,
  signal: AbortSignal,
) => ZipSource | Promise<ZipSource>

/** An opened source, read at positions or chunk by chunk. */
type OpenedSource =
  | { kind: 'positioned'; source: PositionedSource }
  | { kind: 'chunks'; chunks: AsyncIterator<Uint8Array>; release: () => void }

type OpenedSegment<S> =
  | { kind: 'made'; bytes: Buffer }
  | { kind: 'source'; entry: ZipEntry<S>; start: number; end: number; opened: Promise<OpenedSource> }

/** The pieces of a zip with their sources opened; owns those sources, at most two of them at a time. */
export class OpenedSegments<S> {
  #pieces: Iterator<ZipSegment<S>>
  #open: OpenSource<S>
  #signal: AbortSignal
  #ahead: OpenedSegment<S>[] = []
  #current: Promise<OpenedSource> | undefined
  #closing: Promise<void> = Promise.resolve()

  constructor(pieces: Iterator<ZipSegment<S>>, open: OpenSource<S>, signal: AbortSignal) {
    this.#pieces = pieces
    this.#open = open
    this.#signal = signal
  }

  /** The next piece in order; the source before it must have been released. */
  next(): OpenedSegment<S> | undefined {
    const piece = this.#ahead.shift() ?? this.#pull()
    if (piece?.kind === 'source') this.#current = piece.opened
    return piece
  }

  /** Opens the source after the current one in advance. */
  openNext(): void {
    while (this.#ahead.at(-1)?.kind !== 'source') {
      const piece = this.#pull()
      if (piece === undefined) return
      this.#ahead.push(piece)
    }
  }

  /** Releases a source that was read to its end. Throws when closing the previous one failed. */
  async release(source: OpenedSource): Promise<void> {
    this.#current = undefined
    if (source.kind !== 'positioned') return
    const before = this.#closing
    this.#closing = source.source.close()
    this.#closing.catch(heardLater)
    await before
  }

  /** Throws when the last source could not be closed. */
  async end(): Promise<void> {
    await this.#closing
  }

  /** Releases all sources that are open or opening, without waiting: the transfer has already failed. */
  abandon(): void {
    const ahead = this.#ahead.map(piece => (piece.kind === 'source' ? piece.opened : undefined))
    for (const opened of [this.#current, ...ahead]) opened?.then(drop).catch(heardLater)
    this.#ahead = []
    this.#current = undefined
  }

  #pull(): OpenedSegment<S> | undefined {
    const { done, value } = this.#pieces.next()
    if (done) return undefined
    if (value.kind === 'made') return value
    const { entry, start, end } = value
    const opened = openOne(this.#open, entry.source, start, end, this.#signal)
    opened.catch(heardLater)
    return { kind: 'source', entry, start, end, opened }
  }
}

async function openOne<S>(open: OpenSource<S>, from: S, start: number, end: number, signal: AbortSignal) {
  const source = await open(from, start, end, signal)
  if (!(Symbol.asyncIterator in source)) return { kind: 'positioned' as const, source }
  const chunks = source[Symbol.asyncIterator]()
  if (source instanceof Readable) {
    // A stream may fail before its turn comes. Its iterator says so then; unheard, the event would end the process.
    source.on('error', heardLater)
    return { kind: 'chunks' as const, chunks, release: () => void source.destroy() }
  }
  return { kind: 'chunks' as const, chunks, release: () => void chunks.return?.().catch(heardLater) }
}

async function drop(opened: OpenedSource): Promise<void> {
  if (opened.kind === 'positioned') await opened.source.close()
  else opened.release()
}

/** For promises that are awaited in their turn, or whose failure comes after the one that is reported. */
function heardLater(): void {}
