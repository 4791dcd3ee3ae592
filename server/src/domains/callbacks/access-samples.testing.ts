import { createSecret, getCallbacks, postEndpoint, sendTest } from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { storeAddress } from './callbacks.testing.ts'

const CALLBACKS = SERVICES.callbacks

/** A test of an address that is refused without a connection, and a secret that signs as well. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, customer) {
    await customer.call(patchCustomer, { body: { ftp: { callbackUrl: 'https://erp.example/' } } })
    await storeAddress(server.ctx, customer.accountId, 'https://127.0.0.1/')
    const { id: callback } = await customer.call(sendTest)
    for (let i = 0; i < 2; i++) await customer.call(createSecret, { body: {} })
    const { endpoint } = await customer.call(getCallbacks)
    // The event has its final state by now, so that what is read of it does not change any more.
    await server.idle()
    const body = { name: 'ERP', url: 'https://erp.example/1' }
    const { id: callbackEndpoint } = await customer.call(postEndpoint, { body })
    return { callback, callbackEndpoint, callbackSecret: endpoint!.secrets![1]!.id }
  },
  calls: {
    [`POST ${CALLBACKS}/v1/endpoints/:id/enable`]: ({ callbackEndpoint }) => ({ params: [callbackEndpoint] }),
    [`POST ${CALLBACKS}/v1/endpoints/:id/recoveries`]: ({ callbackEndpoint }) => ({
      params: [callbackEndpoint],
      body: { after: 0 },
    }),
    [`POST ${CALLBACKS}/v1/secret`]: () => ({ body: {} }),
    [`DELETE ${CALLBACKS}/v1/secrets/:id`]: ({ callbackSecret }) => ({ params: [callbackSecret] }),
    [`GET ${CALLBACKS}/v1/events/:id`]: ({ callback }) => ({ params: [callback] }),
    [`POST ${CALLBACKS}/v1/events/:id/replay`]: ({ callback }) => ({ params: [callback] }),
    [`POST ${CALLBACKS}/v1/endpoints`]: () => ({ body: { name: 'Warehouse', url: 'https://erp.example/2' } }),
    [`PATCH ${CALLBACKS}/v1/endpoints/:id`]: ({ callbackEndpoint }) => ({
      params: [callbackEndpoint],
      body: { version: '2026-12', events: ['order.changed'] },
    }),
    [`DELETE ${CALLBACKS}/v1/endpoints/:id`]: ({ callbackEndpoint }) => ({ params: [callbackEndpoint] }),
    [`POST ${CALLBACKS}/v1/tests`]: () => ({}),
    [`GET ${CALLBACKS}/v1/manifest/:month`]: () => ({ params: [new Date().toISOString().slice(0, 7)] }),
  },
}
