import { defineDomain } from '../../domain.ts'
import { uploadEraser } from './erasure.ts'
import { uploadRefused } from './events.ts'
import { uploadJobs } from './jobs.ts'
import { uploadRoutes } from './routes.ts'
import { phoneGuard } from './sessions/guard.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { uploadTables } from './tables.ts'
import { mountTus } from './tus.ts'

export { uploadRefused } from './events.ts'
export { cleanFileName } from './file-name.ts'
export { tidy as tidyUploads } from './jobs.ts'
export { type Received, receive, receiveFile, recoverUpload } from './receive.ts'

export const uploads = defineDomain({
  name: 'uploads',
  dependsOn: ['customers', 'identity', 'photos', 'activation', 'albums'],
  tables: uploadTables,
  routes: [...uploadRoutes, ...sessionRoutes],
  guards: { 'upload-session': phoneGuard },
  mount: mountTus,
  jobs: uploadJobs,
  emits: [uploadRefused],
  eraseAccount: uploadEraser,
})
