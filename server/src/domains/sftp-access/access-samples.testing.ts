import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { putOrderFile } from '#contract/order-file-calls.ts'
import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { addSftpKey } from '#contract/sftp-access.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { createKeyPair } from './sftp-access.testing.ts'

const SFTP_ACCESS = SERVICES.sftpAccess
/** The same in each call, whose answers are compared. */
const OTHER_KEY = createKeyPair().publicKey

/** A key, and an order file of the product of an order. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, customer, { product }) {
    const { publicKey } = createKeyPair()
    const { id } = await customer.call(addSftpKey, { body: { name: 'erp01', publicKey } })
    // No UUID: a file name is not the same in another case.
    const orderFile = `po-${randomUUID().slice(0, 8)}`
    const body = { reference: orderFile, products: [{ code: product! }] }
    await customer.call(putOrderFile, { params: { name: `${orderFile}.json` }, body })
    // The retailer has answered by now, so that the row does not change any more.
    await server.idle()
    return { sftpKey: id, orderFile }
  },
  answerRetailerCalls(retailer) {
    retailer.on(placeOrderFile, () => ({ answer: { orderCodes: ['P-1'] } }))
  },
  calls: {
    [`POST ${SFTP_ACCESS}/v1/password`]: () => ({}),
    [`POST ${SFTP_ACCESS}/v1/keys`]: () => ({ body: { name: 'erp02', publicKey: OTHER_KEY } }),
    [`DELETE ${SFTP_ACCESS}/v1/keys/:id`]: ({ sftpKey }) => ({ params: [sftpKey] }),
    [`DELETE ${SFTP_ACCESS}/v1/password`]: () => ({}),
    [`PUT ${SFTP_ACCESS}/v1/order-files/:name`]: ({ product, orderFile }) => ({
      params: [`again-${orderFile}.json`],
      body: { reference: 'again', products: [{ code: product }] },
    }),
    [`GET ${SFTP_ACCESS}/v1/order-files/:name`]: ({ orderFile }) => ({ params: [`${orderFile}.json`] }),
  },
}
