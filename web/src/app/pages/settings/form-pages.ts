/** The forms of the settings, in one file: they share most of their code. */
export { ChangeEmailPage } from './change-email-page.tsx'
export { DeleteAccountPage } from './delete-account-page.tsx'
export { PaymentMethodPage } from './payment-method-page.tsx'
export { PersonalDetailsPage } from './personal-details-page.tsx'
