import { Readable } from 'node:stream'
import { SERVICES } from '#contract/endpoint.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { pdfForTests } from './product-files.testing.ts'
import { upsertProductFile } from './upsert-product-file.ts'

const FILES = SERVICES.productFiles

/** The PDF of the product of an order. */
export const accessSamples: DomainAccessSamples = {
  async createData({ ctx }, { accountId }, { order }) {
    const file = { productCode: `${order}-1`, purpose: PRODUCT_PDF, accountId, version: 1 }
    await upsertProductFile(ctx, file, Readable.from([pdfForTests()]))
    return {}
  },
  calls: {
    [`GET ${FILES}/v1/Products/:code`]: ({ product }) => ({ params: [product] }),
    [`GET ${FILES}/v1/pdf/me/:code`]: ({ product }) => ({ params: [product] }),
  },
  serviceCalls: {
    [`PUT ${FILES}/retailer/products/:code/files/:purpose`]: ({ account, newOrder }) => ({
      params: [newOrder, PRODUCT_PDF],
      query: `version=1&accountId=${account}`,
      headers: { 'content-type': 'application/pdf' },
      body: pdfForTests().toString(),
    }),
    [`GET ${FILES}/retailer/products/:code/files/:purpose`]: ({ newOrder }) => ({
      params: [newOrder, PRODUCT_PDF],
    }),
    [`GET ${FILES}/retailer/products`]: () => ({}),
  },
}
