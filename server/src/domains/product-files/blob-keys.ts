import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'

/** Creates a unique key for each received file, so that equal files of two calls never share a blob. */
export const createBlobKey = (accountId: string, productCode: string, purpose: string): string =>
  `${accountId}/product-files/${productCode}-${purpose}-${randomUUID()}`

/** Lists the keys of all received files of an account. */
export async function listBlobKeys(ctx: Pick<Context, 'blobs'>, accountId: string): Promise<string[]> {
  const blobs = await Array.fromAsync(ctx.blobs.list(`${accountId}/product-files/`))
  return blobs.map(({ key }) => key)
}
