export { AddressesRow } from './addresses/addresses-row.tsx'
export { LazyBusinessRows } from './business/lazy-business-rows.ts'
export { ChangeEmail } from './email/change-email.tsx'
export { canChangeEmail } from './email/email-change-query.ts'
export { EmailRow } from './email/email-row.tsx'
export { CustomerContent } from './frame/customer-content.tsx'
export { FormLoading } from './frame/form-body.tsx'
export { SettingsFormPage } from './frame/settings-form-page.tsx'
export { SettingsLoading } from './list/settings-loading.tsx'
export {
  SettingsButton,
  SettingsList,
  SettingsNote,
  SettingsRow,
} from './list/settings-row.tsx'
export { PaymentMethodForm } from './payment-method/payment-method-form.tsx'
export { PaymentMethodRow } from './payment-method/payment-method-row.tsx'
export { PersonalDetailsForm } from './personal-details/personal-details-form.tsx'
export { PersonalDetailsRow } from './personal-details/personal-details-row.tsx'
