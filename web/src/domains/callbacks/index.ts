export { CallbacksContent, CallbacksLoading } from './callbacks-content.tsx'
export { CopyButton } from './copy-button.tsx'
export { CallbackLog } from './log/callback-log.tsx'
export { CallbackSettings } from './settings/callback-settings.tsx'
