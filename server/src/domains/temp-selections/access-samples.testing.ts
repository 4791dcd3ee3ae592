import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { createTempSelection } from '#contract/temp-selections.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const SELECTIONS = `${SERVICES.tempSelections}/temp-selections`

/** A temporary selection. */
export const accessSamples: AccessSamples = {
  async createData(_server, customer, { photo }) {
    const { tempSelectionId } = await customer.call(createTempSelection, { body: { photoIds: [photo!] } })
    return { selection: tempSelectionId, newSelection: randomUUID() }
  },
  calls: {
    [`POST ${SELECTIONS}`]: ({ photo, newSelection }) => ({
      path: SELECTIONS,
      body: { photoIds: [photo], requestId: newSelection },
    }),
    [`GET ${SELECTIONS}/:id`]: ({ selection }) => ({ path: `${SELECTIONS}/${selection}` }),
  },
  serviceCalls: {
    [`POST ${SERVICES.tempSelections}/retailer/temp-selections`]: ({ account, photo }) => ({
      path: `${SERVICES.tempSelections}/retailer/temp-selections`,
      body: { accountId: account, photoIds: [photo], requestId: randomUUID() },
    }),
    [`POST ${SERVICES.tempSelections}/retailer/available-photos`]: ({ account, photo }) => ({
      path: `${SERVICES.tempSelections}/retailer/available-photos`,
      body: { accountId: account, photoIds: [photo] },
    }),
    [`GET ${SERVICES.tempSelections}/retailer/temp-selections/:id`]: ({ selection }) => ({
      path: `${SERVICES.tempSelections}/retailer/temp-selections/${selection}`,
    }),
  },
}
