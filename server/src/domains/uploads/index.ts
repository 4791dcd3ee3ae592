import type { Domain } from '../../http/route.ts'
import { uploadRoutes } from './routes.ts'
import { mountTus } from './tus.ts'

export { receiveFile } from './create.ts'
export { handleUploadJobs, tidy as tidyUploads, uploadJobs } from './jobs.ts'

export const uploads: Domain = { name: 'uploads', routes: uploadRoutes, mount: mountTus }
