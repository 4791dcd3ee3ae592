import { buffer } from 'node:stream/consumers'
import { ZipArchive } from 'archiver'
import { findArticle } from '../catalog.ts'
import type { Order } from '../orders/order.ts'
import { drawPoster } from './draw-poster.ts'

/** Creates the first version of an order's poster file, once it is produced; undefined without a poster. */
export function createPosterFile({ state }: Order, now: Date): Order['posterFile'] {
  const isPoster = findArticle(state.products[0]?.article)?.poster !== undefined
  return isPoster ? { version: 1, createdAt: now.toISOString() } : undefined
}

/** Creates the printable PDF of an order's poster in a zip, as Keepsake receives it. The same order gives the same bytes. */
export async function createPosterZip({ code, state, posterFile }: Order): Promise<Buffer> {
  const [product] = state.products
  const size = findArticle(product?.article)?.poster
  if (!product || !size || !posterFile) throw new Error(`The order ${code} has no poster file`)
  const createdAt = new Date(posterFile.createdAt)
  const pdf = await drawPoster({ title: product.title, ...size, seed: code, createdAt })
  const zip = new ZipArchive()
  zip.append(pdf, { name: 'product.pdf', date: createdAt })
  void zip.finalize()
  return buffer(zip)
}
