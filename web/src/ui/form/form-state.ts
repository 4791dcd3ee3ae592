import { createContext } from 'react'

/** The state of the form, as provided to its fields. */
export interface FieldState {
  pending: boolean
  /** Error messages by field name. If there are several, the summary is announced instead of each. */
  errors: Readonly<Record<string, string>>
}

export const FieldStateContext = createContext<FieldState>({ pending: false, errors: {} })
