export { CallbacksContent, CallbacksLoading } from './callbacks-content.tsx'
export { CallbackLog } from './log/callback-log.tsx'
export { CallbackSettings } from './settings/callback-settings.tsx'
export { SftpAccess } from './sftp/sftp-access.tsx'
