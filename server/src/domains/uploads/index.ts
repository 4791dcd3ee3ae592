import { defineDomain } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { placesTurnedOff } from '../places/index.ts'
import { batchRoutes } from './batches/routes.ts'
import { uploadEraser } from './erasure.ts'
import { uploadRefused } from './events.ts'
import { uploadJobs } from './jobs.ts'
import { completedUploads, refusedUploads, uploadedBytes } from './metrics.ts'
import { originalsCommand } from './originals-command.ts'
import { uploadRoutes } from './routes.ts'
import { uploadSessionAccess } from './sessions/access.ts'
import { uploadTokenGuard } from './sessions/guard.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { deleteStatedPlaces } from './store/stated-places.ts'
import { uploadTables } from './tables.ts'
import { mountTus } from './tus.ts'

export { uploadRefused } from './events.ts'
export { cleanFileName } from './file-name.ts'
export { cleanUp as cleanUpUploads } from './jobs.ts'
export { recoverUpload, type UploadOutcome, uploadBuffer, uploadStream } from './server-uploads.ts'
export { listUploadBatches, type UploadBatch } from './store/batches.ts'
export { discardUpload } from './termination.ts'
export { defineUploadPurpose } from './upload-purposes.ts'

export const uploads = defineDomain({
  name: 'uploads',
  dependsOn: ['brands', 'customers', 'identity', 'photos', 'activation', 'albums', 'places'],
  tables: uploadTables,
  routes: [...uploadRoutes, ...sessionRoutes, ...batchRoutes],
  guards: { 'upload-session': uploadTokenGuard },
  mount: mountTus,
  jobs: uploadJobs,
  metrics: { counted: [uploadedBytes, completedUploads, refusedUploads] },
  emits: [uploadRefused],
  listeners: [on(placesTurnedOff, (_, tx, { accountId }) => deleteStatedPlaces(tx, accountId))],
  access: [uploadSessionAccess],
  commands: [originalsCommand],
  eraseAccount: uploadEraser,
})
