import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { createSelectionDraft } from '#contract/selection-drafts.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const DRAFTS = `${SERVICES.photoManagement}/selection-drafts`

/** A draft of one of two copies, which leaves out a printed photo. */
export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer, { photo, separableBest, separableCopy }) {
    const draft = await customer.call(createSelectionDraft, {
      body: {
        selection: { photoIds: [photo!, separableBest!, separableCopy!] },
        wanted: 1,
        leaveOut: ['printed'],
      },
    })
    const [chosen] = draft.events.flatMap(({ choices }) => choices)
    return { draft: draft.draftId, chosen: chosen!.image.imageId, newDraft: randomUUID() }
  },
  calls: {
    [`POST ${DRAFTS}/source`]: () => ({ body: { wanted: 60 } }),
    [`POST ${DRAFTS}`]: ({ newDraft, separableBest }) => ({
      body: { draftId: newDraft, selection: { photoIds: [separableBest] }, wanted: 1 },
    }),
    [`GET ${DRAFTS}/:id`]: ({ draft }) => ({ params: [draft] }),
    [`PATCH ${DRAFTS}/:id`]: ({ draft }) => ({
      params: [draft],
      body: { version: 1, event: { index: 0, count: 1 } },
    }),
    [`GET ${DRAFTS}/:id/photos/:photoId/alternatives`]: ({ draft, chosen }) => ({ params: [draft, chosen] }),
    [`GET ${DRAFTS}/:id/left-out/:kind`]: ({ draft }) => ({ params: [draft, 'printed'] }),
    [`DELETE ${DRAFTS}/:id`]: ({ draft }) => ({ params: [draft] }),
  },
}
