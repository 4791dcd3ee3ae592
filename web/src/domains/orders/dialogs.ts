/** The dialogs of an order, in one file: they share most of their code. */
export { ChangeAddressDialog } from './address-change/change-address-dialog.tsx'
export { CancelDialog } from './cancellation/cancel-dialog.tsx'
export { TooLateDialog } from './cancellation/too-late-dialog.tsx'
export { WithdrawalDialog } from './withdrawal/withdrawal-dialog.tsx'
