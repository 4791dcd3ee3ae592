import type { z } from 'zod'
import { type Answer, type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import { putCustomerStatus } from '#contract/retailer-customers.ts'
import { putInvoice, type RetailerInvoice } from '#contract/retailer-invoices.ts'
import { putChannel } from '#contract/retailer-merchandise.ts'
import {
  putArticleGroups,
  putCampaign,
  putDeliveryDates,
  putOrder,
  type RetailerOrder,
} from '#contract/retailer-orders.ts'
import { putProductFile } from '#contract/retailer-product-files.ts'
import { deleteRetailerProject, putProject } from '#contract/retailer-projects.ts'
import { putUpload } from '#contract/retailer-stored-pictures.ts'
import { putVoucher } from '#contract/retailer-vouchers.ts'
import {
  getGalleryEntries,
  type ModeratedEntry,
  putGalleryEntryState,
  putWidget,
} from '#contract/retailer-widgets.ts'
import { putProfile } from '#contract/subscriptions.ts'
import {
  createRetailerTempSelection,
  findRetailerPhotos,
  getRetailerTempSelection,
} from '#contract/temp-selections.ts'

export type SelectionPage = Answer<typeof getRetailerTempSelection>
export type DeliveryDates = z.infer<typeof putDeliveryDates.body>
export type OrderReceipt = Answer<typeof putOrder>

/** The calls of the shop to Keepsake (docs/retailer-interface.md). Each throws KeepsakeError. */
export interface KeepsakeClient {
  /** Photos of a selection from a position on; null when the selection does not exist or has expired. */
  fetchSelection(id: string, from: number, limit: number): Promise<SelectionPage | null>
  /** Freezes photos of an account as a new selection and returns its id; idempotent by request. */
  createSelection(chosen: { requestId: string; accountId: string; photoIds: string[] }): Promise<string>
  /** Filters the photos to those that are still in the account's library. */
  findPhotos(accountId: string, photoIds: string[]): Promise<string[]>
  putOrder(code: string, order: RetailerOrder): Promise<OrderReceipt>
  putDeliveryDates(code: string, dates: DeliveryDates): Promise<Answer<typeof putDeliveryDates>>
  putVoucher(
    productCode: string,
    voucher: z.infer<typeof putVoucher.body>,
  ): Promise<Answer<typeof putVoucher>>
  /** Sends the zipped PDF of an ordered poster. */
  putPosterFile(
    productCode: string,
    about: { version: number; accountId: string; createdAt: string },
    zip: Buffer,
  ): Promise<Answer<typeof putProductFile>>
  /** Sends an invoice or a credit note. */
  putInvoice(number: string, invoice: RetailerInvoice): Promise<Answer<typeof putInvoice>>
  putProject(id: string, project: z.infer<typeof putProject.body>): Promise<Answer<typeof putProject>>
  /** Deletes a project permanently. */
  deleteProject(id: string): Promise<Answer<typeof deleteRetailerProject>>
  /** Fetches a picture from one of Keepsake's addresses. */
  fetchPicture(address: string): Promise<Buffer>
  /** Stores a picture under its id. */
  putPicture(id: string, accountId: string, jpeg: Buffer): Promise<Answer<typeof putUpload>>
  putWidget(productCode: string, widget: z.infer<typeof putWidget.body>): Promise<Answer<typeof putWidget>>
  /** One page of the gallery entries of a channel that await approval. */
  listPendingEntries(channel: string): Promise<ModeratedEntry[]>
  decideGalleryEntry(
    id: string,
    decision: z.infer<typeof putGalleryEntryState.body>,
  ): Promise<Answer<typeof putGalleryEntryState>>
  putArticleGroups(groups: z.infer<typeof putArticleGroups.body>): Promise<Answer<typeof putArticleGroups>>
  /** Sends a sales channel with its assortment. */
  putChannel(id: string, channel: z.input<typeof putChannel.body>): Promise<Answer<typeof putChannel>>
  /** Starts the double opt-in of the newsletter for an address. */
  putProfile(email: string, request: z.input<typeof putProfile.body>): Promise<Answer<typeof putProfile>>
  putCustomerStatus(
    accountId: string,
    status: z.infer<typeof putCustomerStatus.body>,
  ): Promise<Answer<typeof putCustomerStatus>>
  putCampaign(name: string, campaign: z.infer<typeof putCampaign.body>): Promise<Answer<typeof putCampaign>>
}

/** Statuses of permanent failures: a retry would get the same answer. */
export const PERMANENT_FAILURES: ReadonlySet<number> = new Set([400, 404, 409, 413])

/** A failed call. `status` is 0 when there was no answer or one that the contract does not allow. */
export class KeepsakeError extends Error {
  override name = 'KeepsakeError'
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

const TIMEOUT_MS = 10_000

export function createKeepsakeClient({ origin, token }: { origin: string; token: string }): KeepsakeClient {
  async function call<E extends Endpoint>(endpoint: E, path: string, body?: unknown): Promise<Answer<E>> {
    const url = new URL(SERVICES[endpoint.service] + path, origin)
    const isJson = body !== undefined && !(body instanceof Blob)
    try {
      const response = await fetch(url, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          // The type of a file is part of it.
          ...(isJson ? { 'content-type': 'application/json' } : {}),
        },
        ...(body instanceof Blob ? { body } : isJson ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok)
        throw new KeepsakeError(
          response.status,
          `Keepsake answered ${response.status}: ${await response.text()}`,
        )
      return endpoint.answer.parse(await response.json()) as Answer<E>
    } catch (error) {
      if (error instanceof KeepsakeError) throw error
      throw new KeepsakeError(0, 'Keepsake gave no valid answer', error)
    }
  }
  return {
    async fetchSelection(id, from, limit) {
      const path = `${getRetailerTempSelection.path.replace(':id', id)}?from=${from}&limit=${limit}`
      try {
        return await call(getRetailerTempSelection, path)
      } catch (error) {
        if (error instanceof KeepsakeError && error.status === 404) return null
        throw error
      }
    },
    createSelection: async chosen =>
      (await call(createRetailerTempSelection, createRetailerTempSelection.path, chosen)).tempSelectionId,
    findPhotos: async (accountId, photoIds) =>
      (await call(findRetailerPhotos, findRetailerPhotos.path, { accountId, photoIds })).photoIds,
    putArticleGroups: groups => call(putArticleGroups, putArticleGroups.path, groups),
    putCampaign: (name, campaign) => call(putCampaign, putCampaign.path.replace(':name', name), campaign),
    putChannel: (id, channel) =>
      call(putChannel, putChannel.path.replace(':id', encodeURIComponent(id)), channel),
    putVoucher: (productCode, voucher) =>
      call(putVoucher, putVoucher.path.replace(':code', productCode), voucher),
    putPosterFile: (productCode, { version, ...about }, zip) => {
      const path = putProductFile.path.replace(':code', productCode).replace(':purpose', PRODUCT_PDF)
      const query = new URLSearchParams({ version: String(version), ...about })
      return call(putProductFile, `${path}?${query}`, createBlob(zip, 'application/zip'))
    },
    putInvoice: (number, invoice) =>
      call(putInvoice, putInvoice.path.replace(':number', encodeURIComponent(number)), invoice),
    putProject: (id, project) => call(putProject, putProject.path.replace(':id', id), project),
    deleteProject: id => call(deleteRetailerProject, deleteRetailerProject.path.replace(':id', id)),
    fetchPicture,
    putPicture: (id, accountId, jpeg) =>
      call(
        putUpload,
        `${putUpload.path.replace(':id', id)}?${new URLSearchParams({ accountId })}`,
        createBlob(jpeg, 'image/jpeg'),
      ),
    putWidget: (productCode, widget) => call(putWidget, putWidget.path.replace(':code', productCode), widget),
    listPendingEntries: async channel =>
      (
        await call(
          getGalleryEntries,
          `${getGalleryEntries.path}?${new URLSearchParams({ channel, state: 'pending' })}`,
        )
      ).entries,
    decideGalleryEntry: (id, decision) =>
      call(putGalleryEntryState, putGalleryEntryState.path.replace(':id', encodeURIComponent(id)), decision),
    putProfile: (email, request) =>
      call(putProfile, putProfile.path.replace(':email', encodeURIComponent(email)), request),
    putCustomerStatus: (accountId, status) =>
      call(
        putCustomerStatus,
        putCustomerStatus.path.replace(':accountId', encodeURIComponent(accountId)),
        status,
      ),
    putDeliveryDates: (code, dates) =>
      call(putDeliveryDates, putDeliveryDates.path.replace(':orderId', code), dates),
    putOrder: (code, order) => call(putOrder, putOrder.path.replace(':code', code), order),
  }
}

const createBlob = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type })

/** The address is the authorization. */
async function fetchPicture(address: string): Promise<Buffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new KeepsakeError(response.status, `Keepsake answered ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof KeepsakeError) throw error
    throw new KeepsakeError(0, 'Keepsake gave no valid answer', error)
  }
}
