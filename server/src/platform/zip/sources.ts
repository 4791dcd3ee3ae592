import { Readable } from 'node:stream'
import type { ZipEntry } from './plan.ts'
import type { ZipSegment } from './segments.ts'

/** A source read at positions, such as a FileHandle of node:fs/promises. It is closed after use. */
export interface PositionedSource {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  close(): Promise<void>
}

/** A positioned source is the whole source; an iterable yields only the bytes it was opened for. */
export type ZipSource = PositionedSource | AsyncIterable<Uint8Array>

/**
 * Opens the bytes `start`..`end` (both inclusive) of a source. Returning a FileHandle is fastest.
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
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'source'; entry: ZipEntry<S>; start: number; end: number; opened: Promise<OpenedSource> }

/** The segments of a zip with their sources opened; owns those sources, at most two of them at a time. */
export class OpenedSegments<S> {
  #segments: Iterator<ZipSegment<S>>
  #open: OpenSource<S>
  #signal: AbortSignal
  #openedAhead: OpenedSegment<S>[] = []
  #current: Promise<OpenedSource> | undefined
  #closing: Promise<void> = Promise.resolve()

  constructor(segments: Iterator<ZipSegment<S>>, open: OpenSource<S>, signal: AbortSignal) {
    this.#segments = segments
    this.#open = open
    this.#signal = signal
  }

  /** The next segment in order; the source before it must have been released. */
  next(): OpenedSegment<S> | undefined {
    const segment = this.#openedAhead.shift() ?? this.#openNextSegment()
    if (segment?.kind === 'source') this.#current = segment.opened
    return segment
  }

  /** Opens the source after the current one in advance. */
  openNext(): void {
    while (this.#openedAhead.at(-1)?.kind !== 'source') {
      const segment = this.#openNextSegment()
      if (segment === undefined) return
      this.#openedAhead.push(segment)
    }
  }

  /** Releases a source that was read to its end. Throws when closing the previous one failed. */
  async release(source: OpenedSource): Promise<void> {
    this.#current = undefined
    if (source.kind !== 'positioned') return
    const previousClosing = this.#closing
    this.#closing = source.source.close()
    this.#closing.catch(ignoreError)
    await previousClosing
  }

  /** Throws when the last source could not be closed. */
  async end(): Promise<void> {
    await this.#closing
  }

  /** Releases all sources that are open or opening, without waiting: the transfer has already failed. */
  abandon(): void {
    const ahead = this.#openedAhead.map(segment => (segment.kind === 'source' ? segment.opened : undefined))
    for (const openedSource of [this.#current, ...ahead]) openedSource?.then(closeSource).catch(ignoreError)
    this.#openedAhead = []
    this.#current = undefined
  }

  #openNextSegment(): OpenedSegment<S> | undefined {
    const { done, value } = this.#segments.next()
    if (done) return undefined
    if (value.kind === 'bytes') return value
    const { entry, start, end } = value
    const openedSource = openSource(this.#open, entry.source, start, end, this.#signal)
    openedSource.catch(ignoreError)
    return { kind: 'source', entry, start, end, opened: openedSource }
  }
}

async function openSource<S>(
  open: OpenSource<S>,
  sourceRef: S,
  start: number,
  end: number,
  signal: AbortSignal,
) {
  const source = await open(sourceRef, start, end, signal)
  if (!(Symbol.asyncIterator in source)) return { kind: 'positioned' as const, source }
  const chunks = source[Symbol.asyncIterator]()
  if (source instanceof Readable) {
    // A stream may fail before it is read. Its iterator reports the error; without a listener it ends the process.
    source.on('error', ignoreError)
    return { kind: 'chunks' as const, chunks, release: () => void source.destroy() }
  }
  return { kind: 'chunks' as const, chunks, release: () => void chunks.return?.().catch(ignoreError) }
}

async function closeSource(openedSource: OpenedSource): Promise<void> {
  if (openedSource.kind === 'positioned') await openedSource.source.close()
  else openedSource.release()
}

/** Prevents an unhandled rejection of a promise that is awaited later, or that fails after the reported failure. */
function ignoreError(): void {}
