import type { Readable } from 'node:stream'

/**
 * Where bytes live. A key is 'account/kind/name', parts of [A-Za-z0-9._-] that do not start with a dot; anything else
 * is a BlobKeyError. put and commit are durable when they resolve (temp file, fsync, rename, fsync of the folder) and
 * may be repeated. No room left is a StorageFullError.
 */
export interface Blobs {
  /** Stores bytes under a key; storing the same key again replaces it atomically. A failing source leaves nothing. */
  put(key: string, bytes: Uint8Array | Readable): Promise<{ size: number }>
  /** Size of the blob, or null when there is none. */
  stat(key: string): Promise<{ size: number } | null>
  /**
   * Bytes start..end (inclusive; default all). The stream fails with BlobMissingError, or with BlobTooShortError when
   * the range does not lie inside the blob; then no bytes were delivered.
   */
  read(key: string, range?: { start: number; end: number }): Readable
  /** The whole blob in memory; only for small ones (thumbnails) or bounded ones. Null when missing. */
  get(key: string): Promise<Uint8Array | null>
  /** Removing what is gone already is fine. */
  remove(keys: readonly string[]): Promise<void>
  /** Keys that start with a prefix ('' is all) and the time they were written, in no order; for the orphan sweep. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modified: Date }>
  /** Gives the work a local path of the blob for as long as it runs (a copy where blobs are remote). Read only. */
  withPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /** Where the blob lies on this machine, so that media and zips can be read without a stream; null when remote. */
  localPath?(key: string): string | null
  /** Files that are still arriving, any node may continue them. */
  staging: Staging
  close(): Promise<void>
}

/** Ids are 1 to 128 of [A-Za-z0-9_-]; anything else is a BlobKeyError. Work on one id is done one after the other. */
export interface Staging {
  /**
   * Appends at exactly `offset` (StagingOffsetError otherwise). Resolves with the new length after the bytes that
   * arrived are durable, also when the source broke off midway: what was written counts. `limit` is the length the
   * whole file may reach: what fits is kept, then it fails with StagingLimitError. The source is never destroyed here,
   * so that a request can still be answered.
   */
  append(
    id: string,
    offset: number,
    source: Readable,
    limit: number,
  ): Promise<{ length: number; interrupted: boolean }>
  /** Durable length, 0 when nothing arrived yet. */
  length(id: string): Promise<number>
  /** Like Blobs.read. */
  read(id: string, range?: { start: number; end: number }): Readable
  /** Moves the finished file to its key; repeating it after it was done is fine. Nothing there: BlobMissingError. */
  commit(id: string, key: string): Promise<void>
  /** Removing what is gone already is fine. */
  remove(id: string): Promise<void>
  /** `modified` is the time of the newest bytes. */
  list(): AsyncIterable<{ id: string; modified: Date }>
}

/** The key, prefix or id is not one this store accepts. */
export class BlobKeyError extends Error {
  override name = 'BlobKeyError'
}

export class BlobMissingError extends Error {
  override name = 'BlobMissingError'
}

export class BlobTooShortError extends Error {
  override name = 'BlobTooShortError'
}

export class StagingOffsetError extends Error {
  override name = 'StagingOffsetError'
}

export class StagingLimitError extends Error {
  override name = 'StagingLimitError'
}

/** The disk or bucket has no room (ENOSPC, EDQUOT). */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}
