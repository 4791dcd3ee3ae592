import { SERVICES } from '#contract/endpoint.ts'
import { createExport } from '#contract/exports.ts'
import type { DomainSamples } from '../../testing/access-samples.ts'

const BACKUPS = `${SERVICES.photoExport}/backups`

/** An export that is ready. */
export const accessSamples: DomainSamples = {
  async createData(server, customer) {
    const { backupId: backup } = await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
    await server.idle()
    return { backup }
  },
  calls: {
    [`POST ${BACKUPS}`]: () => ({ path: BACKUPS, body: { channel: 'KEEPSAKE-GB' } }),
    [`GET ${BACKUPS}/:backupId`]: ({ backup }) => ({ ids: [backup] }),
    [`GET ${BACKUPS}/:backupId/chunks/:iteration/url`]: ({ backup }) => ({ ids: [backup, '1'] }),
    [`GET ${BACKUPS}/:backupId/chunks/:iteration/files`]: ({ backup }) => ({ ids: [backup, '1'] }),
  },
}
