import { createContext, useContext } from 'react'
import type { TextFieldProps } from 'react-aria-components/TextField'

/** The state of the form, as provided to its fields. */
export interface FieldState {
  pending: boolean
  /** Error messages by field name. If there are several, the summary is announced instead of each. */
  errors: Readonly<Record<string, string>>
  onKeyDown?: TextFieldProps['onKeyDown']
}

export const FieldStateContext = createContext<FieldState>({ pending: false, errors: {} })

/**
 * Returns the props of a React Aria field that depend on its form. `isInvalid` is set here, not by the form's `validationErrors`:
 * React Aria would remove those on change, while an error stays until the next submit.
 */
export function useFormField(
  name: string,
): Pick<TextFieldProps, 'name' | 'isReadOnly' | 'isInvalid' | 'onKeyDown'> {
  const { pending, errors, onKeyDown } = useContext(FieldStateContext)
  return { name, isReadOnly: pending, isInvalid: errors[name] !== undefined, onKeyDown }
}
