/** Status codes of draft-ietf-secsh-filexfer-02, section 7, that requests are refused with. */
export type SftpStatus =
  | 'EOF'
  | 'NO_SUCH_FILE'
  | 'PERMISSION_DENIED'
  | 'FAILURE'
  | 'BAD_MESSAGE'
  | 'OP_UNSUPPORTED'

/** A request is answered with this status; the message is shown by the client. */
export class SftpError extends Error {
  override name = 'SftpError'
  readonly status: SftpStatus

  constructor(status: SftpStatus, message: string) {
    super(message)
    this.status = status
  }
}
