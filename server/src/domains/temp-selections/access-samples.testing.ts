import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { createTempSelection } from '#contract/temp-selections.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const SELECTIONS = `${SERVICES.tempSelections}/temp-selections`

/** A temporary selection. */
export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer, { photo }) {
    const { tempSelectionId } = await customer.call(createTempSelection, { body: { photoIds: [photo!] } })
    return { selection: tempSelectionId, newSelection: randomUUID() }
  },
  calls: {
    [`POST ${SELECTIONS}`]: ({ photo, newSelection }) => ({
      body: { photoIds: [photo], requestId: newSelection },
    }),
    [`GET ${SELECTIONS}/:id`]: ({ selection }) => ({ params: [selection] }),
  },
  serviceCalls: {
    [`POST ${SERVICES.tempSelections}/retailer/temp-selections`]: ({ account, photo }) => ({
      body: { accountId: account, photoIds: [photo], requestId: randomUUID() },
    }),
    [`POST ${SERVICES.tempSelections}/retailer/available-photos`]: ({ account, photo }) => ({
      body: { accountId: account, photoIds: [photo] },
    }),
    [`GET ${SERVICES.tempSelections}/retailer/temp-selections/:id`]: ({ selection }) => ({
      params: [selection],
    }),
  },
}
