import { patchCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getJournal } from '#contract/journal.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer) {
    await customer.call(patchCustomer, { body: { firstName: 'Ada' } })
    const { entries } = await customer.call(getJournal)
    return { journalEntry: entries.find(({ kind }) => kind === 'profile.changed')!.id }
  },
  calls: {
    [`GET ${SERVICES.account}/journal`]: () => ({}),
    [`GET ${SERVICES.account}/journal/review`]: () => ({}),
    [`POST ${SERVICES.account}/journal/review`]: () => ({}),
    [`POST ${SERVICES.account}/journal/:id/undo`]: ({ journalEntry }) => ({ params: [journalEntry] }),
  },
}
