import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'

/** A key of its own for each time that a file is received: equal files of two calls never share a blob. */
export const newBlobKey = (accountId: string, productCode: string, purpose: string): string =>
  `${accountId}/product-files/${productCode}-${purpose}-${randomUUID()}`

/** Keys of all files that were received for an account. */
export async function listBlobKeys(ctx: Pick<Context, 'blobs'>, accountId: string): Promise<string[]> {
  const blobs = await Array.fromAsync(ctx.blobs.list(`${accountId}/product-files/`))
  return blobs.map(({ key }) => key)
}
