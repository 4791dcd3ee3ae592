import { defineJob } from '../../platform/jobs/jobs.ts'

/** Reminds owners of keys that end soon. */
export const remindOfExpiringKeys = defineJob<Record<string, never>>('api-keys.remind', {
  schedule: '10 * * * *',
})
/** Deletes calls beyond those that are listed, and keys that ended long ago. */
export const cleanUpApiKeys = defineJob<Record<string, never>>('api-keys.clean-up', {
  schedule: '35 * * * *',
})
