/** Returns the form in which e-mail addresses are stored, looked up and compared. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()
