import { setTimeout as wait } from 'node:timers/promises'
import { getReceipts } from '#contract/uploads.ts'
import type { Client } from '#server/testing/client.ts'
import { verify } from '../harness/bench.ts'

const POLL_MS = 20

/** Measures milliseconds from the first byte until the photo is ready. */
export async function measureTimeUntilReady(client: Client, bytes: Buffer): Promise<number> {
  const started = performance.now()
  const uploadId = await upload(client, bytes)
  while ((await countProcessing(client, [uploadId])) > 0) await wait(POLL_MS)
  return performance.now() - started
}

/** Uploads a picture; returns the id of the upload. */
export async function upload(client: Client, bytes: Buffer): Promise<string> {
  const { uploadId, response } = await client.upload('picture', bytes)
  verify(response.ok, `an upload was answered with ${response.status}`)
  return uploadId
}

/** Counts the uploads whose pictures are not made yet. */
export async function countProcessing(client: Client, uploadIds: string[]): Promise<number> {
  const { receipts } = await client.call(getReceipts, { body: { uploadIds } })
  const failed = receipts.find(each => each.state !== 'processing' && each.state !== 'added')
  verify(failed === undefined, `an upload ended as ${failed?.state} ${failed?.reason}`)
  return receipts.filter(each => each.state === 'processing').length
}
