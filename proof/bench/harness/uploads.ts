import { createHash } from 'node:crypto'
import { getReceipts, UPLOADS_IN_PARALLEL } from '#contract/uploads.ts'
import type { Client } from '#server/testing/client.ts'
import { verify } from './bench.ts'
import type { Picture } from './pictures.ts'

/** Uploads pictures as the web does, three at a time by tus and with their hashes, and waits until all variants exist. */
export async function uploadPictures(client: Client, pictures: readonly Picture[]): Promise<void> {
  const queue = [...pictures]
  const uploadIds: string[] = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { uploadId, response } = await client.upload(next.name, next.bytes, {
        sha256: createHash('sha256').update(next.bytes).digest('hex'),
      })
      verify(response.ok, `${next.name} was answered with ${response.status}`)
      uploadIds.push(uploadId)
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_IN_PARALLEL }, worker))
  await waitUntilAdded(client, uploadIds)
}

async function waitUntilAdded(client: Client, uploadIds: string[]): Promise<void> {
  for (let pending = uploadIds; pending.length > 0; ) {
    const { receipts } = await client.call(getReceipts, { body: { uploadIds: pending.slice(0, 500) } })
    const processing = new Set(
      receipts.filter(each => each.state === 'processing').map(each => each.uploadId),
    )
    const failed = receipts.find(each => each.state !== 'processing' && each.state !== 'added')
    verify(failed === undefined, `an upload ended as ${failed?.state} ${failed?.reason}`)
    pending = [...pending.slice(500), ...pending.slice(0, 500).filter(id => processing.has(id))]
    if (processing.size > 0) await new Promise(resolve => setTimeout(resolve, 250))
  }
}
