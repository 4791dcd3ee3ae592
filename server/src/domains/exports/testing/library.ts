import * as contract from '#contract/exports.ts'
import * as photos from '#contract/photos.ts'
import type { Client } from '../../../testing/client.ts'
import type { TestServer } from '../../../testing/harness.ts'
import { unzip } from '../../../testing/unzip.ts'

export const CHANNEL = 'KEEPSAKE-GB'

/** Uploads files in this order, one per second; returns the photo ids in this order. */
export async function upload(
  server: TestServer,
  customer: Client,
  files: readonly (readonly [string, Buffer])[],
): Promise<string[]> {
  for (const [name, bytes] of files) {
    const { response } = await customer.upload(name, bytes)
    if (!response.ok) throw new Error(`${name} was answered ${response.status}`)
    server.clock.advance(1000)
  }
  await server.idle()
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  return (await customer.call(photos.getPhotos, { query })).images.map(image => image.imageId)
}

export const requestExport = (customer: Client) =>
  customer.call(contract.createExport, { body: { channel: CHANNEL } })

/** Requests an export and waits until it is READY. */
export async function createReadyExport(server: TestServer, customer: Client): Promise<contract.ReadyExport> {
  const { backupId } = await requestExport(customer)
  await server.idle()
  const answer = await customer.call(contract.getExport, { params: { backupId } })
  if (answer.status !== 'READY') throw new Error(`The export is ${answer.status}`)
  return answer
}

export async function getChunkUrl(customer: Client, backupId: string, iteration: number): Promise<string> {
  return (await customer.call(contract.getExportChunkUrl, { params: { backupId, iteration } })).url
}

/** Deletes the photos and erases them permanently. */
export async function erase(server: TestServer, customer: Client, photoIds: string[]): Promise<void> {
  await customer.call(photos.deletePhotos, { body: { photoIds } })
  await customer.call(photos.erasePhotos, { body: { photoIds } })
  await server.idle()
}

export async function fetchBytes(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { headers, method })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

/** Downloads every zip of an export and returns its entries. */
export async function downloadZips(
  customer: Client,
  ready: contract.ReadyExport,
): Promise<Map<string, Buffer>[]> {
  const zips: Map<string, Buffer>[] = []
  for (const { iteration } of ready.chunks)
    zips.push(await unzip((await fetchBytes(await getChunkUrl(customer, ready.backupId, iteration))).body))
  return zips
}

export const isManifest = (name: string) => name === 'manifest.json' || name === 'manifest.csv'

/** Signs a customer in again, after their access token has expired. */
export const signInAgain = (server: TestServer, { accountId, email }: Client): Promise<Client> =>
  server.signIn({ accountId, email })
