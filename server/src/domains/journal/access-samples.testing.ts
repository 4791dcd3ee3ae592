import { createAddress, deleteAddress } from '#contract/addresses.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getJournal } from '#contract/journal.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { addressForTests } from '../../testing/addresses.ts'

/** A deleted address, which no other call changes. */
export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer) {
    const { id } = await customer.call(createAddress, { body: addressForTests({ companyName: 'Studio' }) })
    await customer.call(deleteAddress, { params: { id } })
    const { entries } = await customer.call(getJournal)
    return { journalEntry: entries.find(({ kind }) => kind === 'address.removed')!.id }
  },
  calls: {
    [`GET ${SERVICES.account}/journal`]: () => ({}),
    [`GET ${SERVICES.account}/journal/review`]: () => ({}),
    [`POST ${SERVICES.account}/journal/review`]: () => ({}),
    [`POST ${SERVICES.account}/journal/:id/undo`]: ({ journalEntry }) => ({ params: [journalEntry] }),
  },
}
