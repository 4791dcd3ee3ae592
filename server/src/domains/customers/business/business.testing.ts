/** Details of a business, without its invoice address. */
export const DETAILS = {
  companyName: 'Lindholm Studio Ltd',
  registrationNumber: '09876543',
  vatNumber: 'GB980780684',
  contactFirstName: 'Mira',
  contactLastName: 'Lindholm',
  invoiceEmail: 'accounts@lindholm.example',
  phoneNumber: '0117 496 0123',
}
