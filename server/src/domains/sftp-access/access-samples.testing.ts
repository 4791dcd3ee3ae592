import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const SFTP_ACCESS = SERVICES.sftpAccess

export const accessSamples: AccessSamples = {
  calls: {
    [`POST ${SFTP_ACCESS}/v1/password`]: () => ({ path: `${SFTP_ACCESS}/v1/password` }),
  },
}
