import { getReceipts, UPLOADS_IN_PARALLEL } from '#contract/uploads.ts'
import type { Client } from '#server/testing/client.ts'
import { verify } from './bench.ts'
import type { Picture } from './pictures.ts'

/** Sends pictures as the web does, three at a time by tus, and waits until the sizes of all of them are made. */
export async function uploadPictures(
  client: Client,
  pictures: readonly Picture[],
  sent: (count: number) => void = () => undefined,
): Promise<void> {
  const queue = [...pictures]
  const uploadIds: string[] = []
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { uploadId, response } = await client.upload(next.name, next.bytes)
      verify(response.ok, `${next.name} was answered with ${response.status}`)
      sent(uploadIds.push(uploadId))
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_IN_PARALLEL }, lane))
  await added(client, uploadIds)
}

async function added(client: Client, uploadIds: string[]): Promise<void> {
  for (let waiting = uploadIds; waiting.length > 0; ) {
    const { receipts } = await client.call(getReceipts, { body: { uploadIds: waiting.slice(0, 500) } })
    const open = new Set(receipts.filter(each => each.state === 'processing').map(each => each.uploadId))
    const odd = receipts.find(each => each.state !== 'processing' && each.state !== 'added')
    verify(odd === undefined, `an upload ended as ${odd?.state} ${odd?.reason}`)
    waiting = [...waiting.slice(500), ...waiting.slice(0, 500).filter(id => open.has(id))]
    if (open.size > 0) await new Promise(resolve => setTimeout(resolve, 250))
  }
}
