import { SERVICES } from '#contract/endpoint.ts'
import { addSftpKey } from '#contract/sftp-access.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { createKeyPair } from './sftp-access.testing.ts'

const SFTP_ACCESS = SERVICES.sftpAccess

export const accessSamples: AccessSamples = {
  async createData(_server, customer) {
    const { publicKey } = createKeyPair()
    const { id } = await customer.call(addSftpKey, { body: { name: 'erp01', publicKey } })
    return { sftpKey: id }
  },
  calls: {
    [`POST ${SFTP_ACCESS}/v1/password`]: () => ({ path: `${SFTP_ACCESS}/v1/password` }),
    [`POST ${SFTP_ACCESS}/v1/keys`]: () => ({
      path: `${SFTP_ACCESS}/v1/keys`,
      body: { name: 'erp02', publicKey: createKeyPair().publicKey },
    }),
    [`DELETE ${SFTP_ACCESS}/v1/keys/:id`]: ({ sftpKey }) => ({ path: `${SFTP_ACCESS}/v1/keys/${sftpKey}` }),
    [`DELETE ${SFTP_ACCESS}/v1/password`]: () => ({ path: `${SFTP_ACCESS}/v1/password` }),
  },
}
