import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { decideGroup } from '#contract/tidy-up.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { createHash, insertComparedPhotos, listGroups, regroup } from './tidy-up.testing.ts'

const PHOTOS = SERVICES.photoManagement

/** Listed after the photos of the other samples, which have pictures. */
const OLDEST = { takenAt: null, createdAt: '2001-01-01 00:00:00', cameraId: null }

/** Two groups of copies that wait, and a decision about a third one. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, customer) {
    const photos = [createHash(), createHash(), createHash()].flatMap(hash => [
      { hash, ...OLDEST },
      { hash, ...OLDEST, width: 2000, height: 1500 },
    ])
    await insertComparedPhotos(server.ctx, customer.accountId, photos)
    await regroup(server, customer)
    const [waiting, separable, decided] = await listGroups(customer, 'copies')
    const idsOf = (group: typeof waiting) => group!.members.map(({ image }) => image.imageId)
    const { decisionId } = await customer.call(decideGroup, {
      params: { kind: 'copies', groupId: decided!.groupId },
      body: { version: decided!.version, keep: idsOf(decided).slice(0, 1) },
    })
    return {
      copies: waiting!.groupId,
      bestCopy: idsOf(waiting)[0]!,
      separable: separable!.groupId,
      separableBest: idsOf(separable)[0]!,
      separableCopy: idsOf(separable)[1]!,
      decision: decisionId,
      tidyUpRun: randomUUID(),
    }
  },
  calls: {
    [`GET ${PHOTOS}/tidy-up/:kind`]: () => ({ params: ['copies'] }),
    [`GET ${PHOTOS}/tidy-up/:kind/all`]: () => ({ params: ['copies'] }),
    [`GET ${PHOTOS}/tidy-up/:kind/groups/:groupId`]: ({ copies }) => ({ params: ['copies', copies] }),
    [`POST ${PHOTOS}/tidy-up/copies/groups/:groupId/distinct`]: ({
      separable,
      separableBest,
      separableCopy,
    }) => ({
      params: [separable],
      body: { photoIds: [separableBest, separableCopy] },
    }),
    [`POST ${PHOTOS}/tidy-up/:kind/groups/:groupId`]: ({ copies, bestCopy }) => ({
      params: ['copies', copies],
      body: { version: 1, keep: [bestCopy] },
    }),
    [`POST ${PHOTOS}/tidy-up/:kind/all`]: ({ tidyUpRun }) => ({
      params: ['similar'],
      body: { requestId: tidyUpRun },
    }),
    [`POST ${PHOTOS}/tidy-up/decisions/:id/undo`]: ({ decision }) => ({ params: [decision] }),
  },
}
