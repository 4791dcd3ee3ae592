/** Status codes of draft-ietf-secsh-filexfer-02, section 7, that requests are refused with. */
export type SftpStatus =
  | 'EOF'
  | 'NO_SUCH_FILE'
  | 'PERMISSION_DENIED'
  | 'FAILURE'
  | 'BAD_MESSAGE'
  | 'OP_UNSUPPORTED'

/** Thrown to answer a request with this status; clients show the message. */
export class SftpError extends Error {
  override name = 'SftpError'
  readonly status: SftpStatus

  constructor(status: SftpStatus, message: string) {
    super(message)
    this.status = status
  }
}
