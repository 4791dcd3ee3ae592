import { sendTest } from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { storeAddress } from './callbacks.testing.ts'

const CALLBACKS = SERVICES.callbacks

/** A test of an address that is refused without a connection. */
export const accessSamples: AccessSamples = {
  async createData(server, customer) {
    await customer.call(patchCustomer, { body: { ftp: { callbackUrl: 'https://erp.example/' } } })
    await storeAddress(server.ctx, customer.accountId, 'https://127.0.0.1/')
    const { id: callback } = await customer.call(sendTest)
    // The event has its final state by now, so that what is read of it does not change any more.
    await server.idle()
    return { callback }
  },
  calls: {
    [`POST ${CALLBACKS}/v1/secret`]: () => ({ path: `${CALLBACKS}/v1/secret` }),
    [`GET ${CALLBACKS}/v1/events/:id`]: ({ callback }) => ({ path: `${CALLBACKS}/v1/events/${callback}` }),
    [`POST ${CALLBACKS}/v1/events/:id/replay`]: ({ callback }) => ({
      path: `${CALLBACKS}/v1/events/${callback}/replay`,
    }),
    [`POST ${CALLBACKS}/v1/tests`]: () => ({ path: `${CALLBACKS}/v1/tests` }),
  },
}
