import type { Readable } from 'node:stream'

/**
 * Storage of bytes by key. A key is 'account/kind/name', parts of [A-Za-z0-9._-] that do not start with a dot; any
 * other key is a BlobKeyError. put and commit are durable when they resolve (temp file, fsync, rename, fsync of the
 * folder) and idempotent. Full storage is a StorageFullError, an unavailable store a BlobsUnavailableError, a failing
 * disk a BlobsFailedError.
 */
export interface Blobs {
  /** Stores bytes under a key; storing the same key again replaces it atomically. A failing source leaves nothing. */
  put(key: string, bytes: Uint8Array | Readable): Promise<{ size: number }>
  /** Size of the blob, or null when there is none. */
  stat(key: string): Promise<{ size: number } | null>
  /**
   * Bytes start..end (inclusive; default all). The stream fails with BlobMissingError, or with BlobTooShortError when
   * the range is not within the blob; then no bytes were delivered.
   */
  read(key: string, range?: { start: number; end: number }): Readable
  /** Reads a whole small blob into memory; null when missing. */
  get(key: string): Promise<Uint8Array | null>
  /** Removing what is gone already is fine. */
  remove(keys: readonly string[]): Promise<void>
  /**
   * Lists keys that start with a prefix ('' is all), with size in bytes and modification time. The keys of an account
   * are consecutive, and accounts have a stable order: `afterAccount` continues after one of them.
   */
  list(
    prefix: string,
    afterAccount?: string | null,
  ): AsyncIterable<{ key: string; size: number; modified: Date }>
  /** Runs `work` with a local, read-only path of the blob, a temporary copy where blobs are remote. */
  withPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /**
   * Throws StorageFullError when `bytes` more would use the space that is reserved for deleting and reading; does
   * nothing where the size of the storage is unknown (a bucket). Staging checks it too; `put` does not.
   */
  checkSpace(bytes: number): Promise<void>
  /** Free bytes of the storage, and the bytes that are reserved; null where the size is unknown (a bucket). */
  space(): Promise<{ free: number; reserve: number } | null>
  /** Path of the blob on this machine, so that media and zips can be read without a stream; null when remote. */
  localPath?(key: string): string | null
  /** A text in the store that names the database of the blobs. */
  label: StoreLabel
  /** Staged uploads; any process may continue them. */
  staging: Staging
  close(): Promise<void>
}

export interface StoreLabel {
  /** Null when none was written. */
  read(): Promise<string | null>
  /** Replaces it atomically; durable when it resolves. */
  write(text: string): Promise<void>
}

/** Size in bytes and SHA-256 (lower-case hex) of a file as it was received. */
export interface ReceivedBytes {
  size: number
  sha256: string
}

/**
 * Ids are 1 to 128 of [A-Za-z0-9_-]; any other id is a BlobKeyError. Operations on one id are serialized. Calls with
 * the token of the append that stored the last bytes use what this process remembers of them, without asking the
 * store; calls without a token, or with one that this process does not know, ask the store.
 */
export interface Staging {
  /**
   * Appends at exactly `offset` (StagingOffsetError otherwise). Resolves with the new length after the received bytes
   * are durable, also when the source was interrupted: written bytes count. `limit` is the maximum length of the whole
   * file: bytes up to it are stored, then it fails with StagingLimitError. The source is never destroyed, so that the
   * request can still be answered. `token` is a fencing token from 1, higher than that of every earlier append of any
   * process to this id: bytes that an append stores after one with a higher token do not count.
   */
  append(
    id: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    limit: number,
    token: number,
  ): Promise<{ length: number; interrupted: boolean }>
  /** Durable length, 0 when nothing arrived yet. */
  length(id: string, token?: number): Promise<number>
  /** Like Blobs.read. */
  read(id: string, range?: { start: number; end: number }, token?: number): Readable
  /** Reads several small ranges into memory. Fails like `read`. */
  readRanges(
    id: string,
    ranges: readonly { start: number; end: number }[],
    token?: number,
  ): Promise<Uint8Array[]>
  /**
   * Moves the complete file to its key and verifies it there; idempotent. BlobMissingError when there are no bytes,
   * BlobDamagedError when the bytes at the key are not `expected`.
   */
  commit(id: string, key: string, expected: ReceivedBytes, token?: number): Promise<void>
  /** Removing what is gone already is fine. */
  remove(id: string, token?: number): Promise<void>
  /** `modified` is the time of the newest bytes. */
  list(): AsyncIterable<{ id: string; modified: Date }>
}

/** The store does not accept the key, prefix or id. */
export class BlobKeyError extends Error {
  override name = 'BlobKeyError'
}

export class BlobMissingError extends Error {
  override name = 'BlobMissingError'
}

/** Stored bytes differ from the received ones. */
export class BlobDamagedError extends Error {
  override name = 'BlobDamagedError'
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

/**
 * The store did not answer in time, cannot be reached, or failed: nothing counts as stored, and the caller should
 * retry soon.
 */
export class BlobsUnavailableError extends Error {
  override name = 'BlobsUnavailableError'
}

/** The disk failed (EIO, a failed fsync, read-only). Unlike an unavailable store this needs an operator. */
export class BlobsFailedError extends BlobsUnavailableError {
  override name = 'BlobsFailedError'
}

/** The disk or bucket is full (ENOSPC, EDQUOT). */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}
