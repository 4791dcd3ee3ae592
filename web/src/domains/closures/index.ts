export { DeleteAccount } from './delete-account.tsx'
export { DeleteAccountCard } from './delete-account-card.tsx'
