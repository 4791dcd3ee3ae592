import { createHash } from 'node:crypto'
import { getAlbumPhotos } from '#contract/albums.ts'
import { getExport, getExportChunkUrl, type ReadyExport } from '#contract/exports.ts'
import { getOrders } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import { isManifest } from '#server/domains/exports/testing/library.ts'
import { listRows } from '#server/platform/db/rows.ts'
import {
  findAlbumCountErrors,
  findForeignPhotos,
  findOrphanRows,
} from '#server/testing/consistency-checks.ts'
import { unzip } from '#server/testing/unzip.ts'
import { listPhotos, verifyUploads } from '../verify.ts'
import { waitWhilePending } from '../wait-while-pending.ts'
import { type FleetCustomer, toAmount } from './customer.ts'

/** Longest time without an export that becomes ready; a killed worker's job is retried when its lease has ended. */
const READY_MS = 180_000

/** Verifies all that customers have done. Adds what is wrong to `violations`. */
export async function verifyFleet(
  ctx: Context,
  origin: string,
  customers: readonly FleetCustomer[],
  violations: string[],
) {
  const counts = { albumPhotos: 0, exportedFiles: 0 }
  for (const customer of customers) {
    counts.albumPhotos += await verifyAlbums(customer, violations)
    await verifyOrders(ctx, customer, violations)
    counts.exportedFiles += await verifyExport(customer, violations)
    const errors = await findAlbumCountErrors(ctx, customer.accountId)
    if (errors.length) violations.push(`albums of ${customer.email}: ${JSON.stringify(errors)}`)
  }
  const rows = [...(await findForeignPhotos(ctx)), ...(await findOrphanRows(ctx))]
  if (rows.length) violations.push(`album photos without an owner: ${JSON.stringify(rows)}`)
  const uploaders = customers.map(({ uploader }) => uploader)
  return { ...counts, ...(await verifyUploads(ctx, origin, uploaders, violations)) }
}

/** Signs all customers in again, and waits until all exports are ready. */
export async function waitForExports(
  customers: readonly FleetCustomer[],
  violations: string[],
): Promise<void> {
  for (const { uploader } of customers) await uploader.signIn()
  const waitingCustomers = new Set(customers.filter(customer => customer.export))
  const pending = await waitWhilePending(async () => {
    for (const customer of waitingCustomers) {
      const params = { backupId: customer.export!.backupId }
      const { status } = await customer.call(client => client.call(getExport, { params }))
      if (status !== 'READY' && status !== 'FAILED') continue
      if (status === 'FAILED') {
        if (!customer.mayLackExport) violations.push(`the export of ${customer.email} has failed`)
        customer.export = null
      }
      waitingCustomers.delete(customer)
    }
    return waitingCustomers.size
  }, READY_MS)
  if (pending > 0) violations.push(`${pending} exports are not ready after ${READY_MS / 1000} s`)
}

async function verifyAlbums(customer: FleetCustomer, violations: string[]): Promise<number> {
  const library = new Set(await customer.toPhotoIds(customer.listFiles('library')))
  let photos = 0
  for (const [id, albumPhotoIds] of customer.albums) {
    const expected = [...albumPhotoIds].filter(photoId => library.has(photoId)).sort()
    const images = await listPhotos(query =>
      customer.call(client => client.call(getAlbumPhotos, { params: { id }, query })),
    )
    const photoIds = [...images.values()].map(image => image.imageId)
    if (photoIds.sort().join() !== expected.join())
      violations.push(
        `LOST: album ${id} of ${customer.email} has ${photoIds.length} photos, not ${expected.length}`,
      )
    photos += expected.length
  }
  return photos
}

async function verifyOrders(ctx: Context, customer: FleetCustomer, violations: string[]): Promise<void> {
  if (customer.orders.size === 0) return
  const { superOrders } = await customer.call(client => client.call(getOrders, {}))
  const rows = await listRows(ctx.db, 'orders', { account_id: customer.accountId })
  if (superOrders.length !== customer.orders.size)
    violations.push(`${customer.email} has ${superOrders.length} orders, not ${customer.orders.size}`)
  for (const [code, { version }] of customer.orders) {
    const amount = superOrders.find(order => order.superOrderCode === code)?.total?.amount
    const stored = rows.find(row => row.code === code)?.version
    if (stored !== version || amount !== toAmount(version))
      violations.push(
        `LOST: order ${code} has version ${stored} and amount ${amount}; version ${version} was acknowledged`,
      )
  }
}

/** The zips have the files of the library at the request, byte for byte, and none that was neither there nor in the bin. */
async function verifyExport(customer: FleetCustomer, violations: string[]): Promise<number> {
  if (!customer.export) return 0
  const { backupId, files, inBin } = customer.export
  const answer = await customer.call(client => client.call(getExport, { params: { backupId } }))
  if (answer.status !== 'READY') return 0
  const exportedHashes = await downloadHashes(customer, answer)
  const expectedHashes = new Set(files.map(({ sha256 }) => sha256))
  // A photo that was restored from the bin before the export was built is in it as well.
  const binHashes = new Set(inBin.map(({ sha256 }) => sha256))
  const isComplete =
    expectedHashes.isSubsetOf(new Set(exportedHashes)) &&
    new Set(exportedHashes).size === exportedHashes.length
  if (!isComplete || exportedHashes.some(hash => !expectedHashes.has(hash) && !binHashes.has(hash)))
    violations.push(
      `LOST: the export of ${customer.email} has ${exportedHashes.length} files, not the ${expectedHashes.size}`,
    )
  return exportedHashes.length
}

async function downloadHashes(customer: FleetCustomer, { backupId, chunks }: ReadyExport): Promise<string[]> {
  const hashes: string[] = []
  for (const { iteration, size } of chunks) {
    const params = { backupId, iteration }
    const { url } = await customer.call(client => client.call(getExportChunkUrl, { params }))
    const zip = Buffer.from(await (await fetch(url)).arrayBuffer())
    if (zip.length !== size)
      throw new Error(`zip ${iteration} of ${backupId} has ${zip.length} bytes, not ${size}`)
    for (const [name, bytes] of await unzip(zip))
      if (!isManifest(name)) hashes.push(createHash('sha256').update(bytes).digest('hex'))
  }
  return hashes
}
