import type { Domain } from '../../http/route.ts'
import { uploadRoutes } from './routes.ts'
import { phoneGuard } from './sessions/guard.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { uploadTables } from './tables.ts'
import { mountTus } from './tus.ts'

export { uploadRefused } from './events.ts'
export { cleanFileName } from './file-name.ts'
export { handleUploadJobs, tidy as tidyUploads, uploadJobs } from './jobs.ts'
export { type Received, receive, receiveFile, recoverUpload } from './receive.ts'

export const uploads: Domain = {
  name: 'uploads',
  tables: uploadTables,
  routes: [...uploadRoutes, ...sessionRoutes],
  guards: { 'upload-session': phoneGuard },
  mount: mountTus,
}
