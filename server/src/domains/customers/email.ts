/** The normal form in which an e-mail address is stored and looked up. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}
