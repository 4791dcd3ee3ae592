import { defineDomain } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { storedPictureEraser } from './erasure.ts'
import { sweepPicturesJob } from './job-kinds.ts'
import { servePictures } from './picture-address.ts'
import { storedPictureRoutes } from './routes.ts'

import { storedPictureTables } from './tables.ts'
import { sweepPictures } from './uses.ts'

export { findPictureAddresses } from './picture-address.ts'
export { setPictureUse } from './uses.ts'

/** Pictures that the retailer stores: previews of saved projects and widgets. */
export const storedPictures = defineDomain({
  name: 'stored-pictures',
  dependsOn: ['customers'],
  tables: storedPictureTables,
  routes: storedPictureRoutes,
  mount: servePictures,
  jobs: [handleJob(sweepPicturesJob, (ctx, _payloads, signal) => sweepPictures(ctx, signal))],
  eraseAccount: storedPictureEraser,
})
