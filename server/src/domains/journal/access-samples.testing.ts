import { createAddress } from '#contract/addresses.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getJournal } from '#contract/journal.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { addressForTests } from '../../testing/addresses.ts'

/** An address that no other call changes. */
export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer) {
    const { id } = await customer.call(createAddress, { body: addressForTests({ companyName: 'Studio' }) })
    const { entries } = await customer.call(getJournal)
    return { journalEntry: entries.find(({ subject }) => subject === id)!.id }
  },
  calls: {
    [`GET ${SERVICES.account}/journal`]: () => ({}),
    [`GET ${SERVICES.account}/journal/review`]: () => ({}),
    [`POST ${SERVICES.account}/journal/review`]: () => ({}),
    [`POST ${SERVICES.account}/journal/:id/undo`]: ({ journalEntry }) => ({ params: [journalEntry] }),
  },
}
