export { formatKeyType } from './key-label.ts'
export { SftpAccess } from './sftp-access.tsx'
