import { SERVICES } from '#contract/endpoint.ts'
import { createExport } from '#contract/exports.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const BACKUPS = `${SERVICES.photoExport}/backups`

/** An export that is ready. */
export const accessSamples: AccessSamples = {
  async createData(server, customer) {
    const { backupId: backup } = await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
    await server.idle()
    return { backup }
  },
  calls: {
    [`POST ${BACKUPS}`]: () => ({ path: BACKUPS, body: { channel: 'KEEPSAKE-GB' } }),
    [`GET ${BACKUPS}/:backupId`]: ({ backup }) => ({ path: `${BACKUPS}/${backup}` }),
    [`GET ${BACKUPS}/:backupId/chunks/:iteration/url`]: ({ backup }) => ({
      path: `${BACKUPS}/${backup}/chunks/1/url`,
    }),
    [`GET ${BACKUPS}/:backupId/chunks/:iteration/files`]: ({ backup }) => ({
      path: `${BACKUPS}/${backup}/chunks/1/files`,
    }),
  },
}
