import { dropInvisible } from './text.ts'

/** Returns the form in which e-mail addresses are stored, looked up and compared. */
export const normalizeEmail = (email: string): string =>
  dropInvisible(email).trim().normalize('NFC').toLowerCase()
