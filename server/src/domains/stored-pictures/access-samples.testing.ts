import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { jpeg } from '../../testing/pictures.ts'
import { storePicture } from './store-picture.ts'

const STORAGE = SERVICES.storage
const PICTURE = await jpeg()

/** A stored picture of the account. */
export const accessSamples: AccessSamples = {
  async createData({ ctx }, { accountId }) {
    const storedPicture = randomUUID()
    await storePicture(ctx, { pictureId: storedPicture, accountId, bytes: PICTURE })
    return { storedPicture, newPicture: randomUUID() }
  },
  calls: {
    [`GET ${STORAGE}/uploads/:id`]: ({ storedPicture, account }) => ({
      path: `${STORAGE}/uploads/${storedPicture}?accountId=${account}`,
    }),
    [`POST ${STORAGE}/getanonymousuploads`]: ({ storedPicture }) => ({
      path: `${STORAGE}/getanonymousuploads`,
      body: [storedPicture],
    }),
  },
  serviceCalls: {
    [`PUT ${STORAGE}/retailer/uploads/:id`]: ({ newPicture }) => ({
      path: `${STORAGE}/retailer/uploads/${newPicture}`,
      body: PICTURE,
      headers: { 'content-type': 'image/jpeg' },
    }),
  },
}
