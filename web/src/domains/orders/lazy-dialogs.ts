import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

const loadDialogs = () => import('./dialogs.ts')

export const CancelDialog = lazyComponent(loadDialogs, 'CancelDialog')
export const TooLateDialog = lazyComponent(loadDialogs, 'TooLateDialog')
export const ChangeAddressDialog = lazyComponent(loadDialogs, 'ChangeAddressDialog')
export const WithdrawalDialog = lazyComponent(loadDialogs, 'WithdrawalDialog')
