import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { changePhotoDates } from '#contract/photo-dates.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const DATES = `${SERVICES.photoManagement}/photo-dates`
const SET = { precision: 'month', year: 1974, month: 8 } as const

/** A change of dates. */
export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer, { photo }) {
    const body = { requestId: randomUUID(), selection: { photoIds: [photo!] }, set: SET }
    const { changeId } = await customer.call(changePhotoDates, { body })
    return { dateChange: changeId, newDateChange: randomUUID() }
  },
  calls: {
    [`POST ${DATES}`]: ({ photo, newDateChange }) => ({
      body: { requestId: newDateChange, selection: { photoIds: [photo] }, set: SET },
    }),
    [`POST ${DATES}/preview`]: ({ photo }) => ({ body: { selection: { photoIds: [photo] } } }),
    [`GET ${DATES}/:id`]: ({ dateChange }) => ({ params: [dateChange] }),
    [`POST ${DATES}/:id/undo`]: ({ dateChange }) => ({ params: [dateChange] }),
  },
}
