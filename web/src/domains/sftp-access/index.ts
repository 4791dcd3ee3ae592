export { SftpAccess } from './sftp-access.tsx'
