import { createContext, useContext } from 'react'
import type { TextFieldProps } from 'react-aria-components/TextField'

/** What fields know of the form they are in. */
export interface FormState {
  pending: boolean
  /** Sentences by the names of the fields. Of several the summary is read out instead of each. */
  errors: Readonly<Record<string, string>>
  onKeyDown?: TextFieldProps['onKeyDown']
}

export const FormStateContext = createContext<FormState>({ pending: false, errors: {} })

/**
 * The part of a React Aria field that its form decides. `isInvalid` is set here, not by the form's `validationErrors`:
 * React Aria would remove those on change, while an error stays until the next submit (PL-073).
 */
export function useFormField(
  name: string,
): Pick<TextFieldProps, 'name' | 'isReadOnly' | 'isInvalid' | 'onKeyDown'> {
  const { pending, errors, onKeyDown } = useContext(FormStateContext)
  return { name, isReadOnly: pending, isInvalid: errors[name] !== undefined, onKeyDown }
}
