import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { jpeg } from '../../testing/pictures.ts'
import { storePicture } from './index.ts'

const STORAGE = SERVICES.storage
const PICTURE = await jpeg()

/** A stored picture of the account. */
export const accessSamples: DomainAccessSamples = {
  async createData({ ctx }, { accountId }) {
    const storedPicture = randomUUID()
    await storePicture(ctx, { pictureId: storedPicture, accountId, bytes: PICTURE })
    return { storedPicture, newPicture: randomUUID() }
  },
  calls: {
    [`GET ${STORAGE}/uploads/:id`]: ({ storedPicture, account }) => ({
      params: [storedPicture],
      query: `accountId=${account}`,
    }),
    [`POST ${STORAGE}/getanonymousuploads`]: ({ storedPicture }) => ({ body: [storedPicture] }),
  },
  serviceCalls: {
    [`PUT ${STORAGE}/retailer/uploads/:id`]: ({ newPicture }) => ({
      params: [newPicture],
      body: PICTURE,
      headers: { 'content-type': 'image/jpeg' },
    }),
  },
}
