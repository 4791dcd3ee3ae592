import { toOriginalKey } from '../domains/photos/index.ts'
import { findRow } from '../platform/db/rows.ts'
import type { Client } from './client.ts'
import type { TestServer } from './harness.ts'

/** The stored original of a photo. */
export interface Original {
  photoId: string
  key: string
  /** Its file in the folder of the blob store. */
  path: string
  /** Size of the received bytes. */
  size: number
}

/** Finds the original of the customer's photo with this file name, on a server whose blobs are in a folder. */
export async function findOriginal(
  { ctx }: TestServer,
  { accountId }: Client,
  fileName: string,
): Promise<Original> {
  const photo = await findRow(ctx.db, 'photos', { account_id: accountId, file_name: fileName })
  const key = toOriginalKey(photo!)
  return { photoId: photo!.photo_id, key, path: ctx.blobs.localPath!(key)!, size: Number(photo!.size) }
}
