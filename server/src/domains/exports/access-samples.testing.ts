import { SERVICES } from '#contract/endpoint.ts'
import { createExport } from '#contract/exports.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const BACKUPS = `${SERVICES.photoExport}/backups`

/** An export that is ready. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, customer) {
    const { backupId: backup } = await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
    await server.idle()
    return { backup }
  },
  calls: {
    [`POST ${BACKUPS}`]: () => ({ body: { channel: 'KEEPSAKE-GB' } }),
    [`GET ${BACKUPS}/:backupId`]: ({ backup }) => ({ params: [backup] }),
    [`GET ${BACKUPS}/:backupId/chunks/:iteration/url`]: ({ backup }) => ({ params: [backup, '1'] }),
    [`GET ${BACKUPS}/:backupId/chunks/:iteration/files`]: ({ backup }) => ({ params: [backup, '1'] }),
  },
}
