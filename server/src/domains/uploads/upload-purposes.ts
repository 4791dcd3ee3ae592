import type { Context, Tx } from '../../context.ts'
import type { PictureType } from '../../platform/images/index.ts'
import type { UploadKey } from './store/uploads.ts'

/**
 * What a higher domain receives by tus instead of photos: such an upload becomes no photo, and is in no library, album,
 * count, quota or receipt.
 */
export interface UploadPurpose<Prepared = unknown> {
  /** Stored in rows, and announced as `purpose` of Upload-Metadata, so it must never change. */
  name: string
  maxBytes: number
  maxPixels: number
  /** Reserves the upload in the transaction that creates it; throws what refuses it. `metadata` is the sender's. */
  onCreated(
    ctx: Context,
    tx: Tx,
    upload: UploadKey & { size: number },
    metadata: UploadMetadata,
  ): Promise<void>
  /** Makes what is kept of a complete file and stores its bytes; repeated after a crash. The file is deleted afterwards. */
  prepare(ctx: Context, upload: UploadKey, file: { bytes: Uint8Array; type: PictureType }): Promise<Prepared>
  /** Stores the result in the transaction that completes the upload. */
  onCompleted(ctx: Context, tx: Tx, upload: UploadKey, prepared: Prepared): Promise<void>
  /** Frees what was reserved, when an upload was deleted before its last byte, or refused. */
  onDeleted(ctx: Context, tx: Tx, upload: UploadKey): Promise<void>
  /** Removes the bytes that `prepare` may have stored of an upload that was deleted before it was complete. */
  removePrepared(ctx: Context, upload: UploadKey): Promise<void>
}

export type UploadMetadata = Readonly<Record<string, string | undefined>>

const purposes = new Map<string, UploadPurpose>()

/** Declares a purpose of uploads and registers it with tus. */
export function defineUploadPurpose<Prepared>(purpose: UploadPurpose<Prepared>): UploadPurpose<Prepared> {
  if (purposes.has(purpose.name)) throw new Error(`Two purposes of uploads are called ${purpose.name}`)
  purposes.set(purpose.name, purpose as unknown as UploadPurpose)
  return purpose
}

/** Finds a purpose by its name; undefined for one that does not exist. */
export const findUploadPurpose = (name: string): UploadPurpose | undefined => purposes.get(name)

/** Returns the purpose of a stored upload. */
export function getUploadPurpose(name: string): UploadPurpose {
  const purpose = purposes.get(name)
  if (!purpose) throw new Error(`There is no purpose of uploads ${name}`)
  return purpose
}
