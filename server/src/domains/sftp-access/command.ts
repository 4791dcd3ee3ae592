import type { Command } from '../../domain.ts'
import { getHostKeyFingerprint, loadOrCreateHostKey, replaceHostKey } from './host-key.ts'

/** Prints the fingerprint of the SFTP server's host key, or replaces the key. */
export const sftpHostKeyCommand: Command = {
  name: 'sftp-host-key',
  parse([action, ...rest]) {
    if (rest.length > 0 || (action !== undefined && action !== 'replace')) return null
    return async (ctx, print) => {
      if (action === 'replace') await replaceHostKey(ctx)
      else await loadOrCreateHostKey(ctx)
      print(await getHostKeyFingerprint(ctx))
      return 0
    }
  },
}
