import { z } from 'zod'
import { instant } from './scalars.ts'

/** Header of versioned answers: the version of what the answer is, or of what its file belongs to. */
export const RESOURCE_VERSION_HEADER = 'keepsake-resource-version'

/** What a system compares of each thing that callbacks name. */
export const resourceVersion = {
  /** Higher with each version that the retailer sends; that of the callback. */
  version: z.int(),
  /** When it last changed for its customer, also without another version: the answer's Last-Modified. */
  changedAt: instant,
}
