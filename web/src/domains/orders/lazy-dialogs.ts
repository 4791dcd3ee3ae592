import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

const loadDialogs = () => import('./dialogs.ts')

export const CancelDialog = lazyComponent(() => loadDialogs().then(module => module.CancelDialog))
export const TooLateDialog = lazyComponent(() => loadDialogs().then(module => module.TooLateDialog))
export const ChangeAddressDialog = lazyComponent(() =>
  loadDialogs().then(module => module.ChangeAddressDialog),
)
export const WithdrawalDialog = lazyComponent(() => loadDialogs().then(module => module.WithdrawalDialog))
