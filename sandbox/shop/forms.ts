import { z } from 'zod'
import { nameText } from '#contract/input/text.ts'
import type { TextId } from './texts/texts.ts'

/** The fields of a form as they were entered, and the ids of the texts that say what is wrong with some of them. */
export interface EnteredForm<Field extends string> {
  values: Record<Field, string>
  problems: Partial<Record<Field, TextId>>
}

/** Reads these fields by a schema of texts, whose messages are ids of texts; data that are not valid are undefined. */
export function readForm<Field extends string, Data>(
  names: readonly Field[],
  schema: z.ZodType<Data>,
  fields: Record<string, unknown>,
): EnteredForm<Field> & { data: Data | undefined } {
  const readText = (name: Field) => (typeof fields[name] === 'string' ? fields[name].trim() : '')
  const values = Object.fromEntries(names.map(name => [name, readText(name)])) as Record<Field, string>
  const { data, error } = schema.safeParse(values)
  const problems: EnteredForm<Field>['problems'] = {}
  for (const { path, message } of error?.issues ?? []) problems[path[0] as Field] ??= message as TextId
  return { values, problems, data }
}

/** Creates the schema of a customer's text, which may be empty. */
export const createText = (max: number, tooLong: TextId) =>
  z
    .string()
    .max(max, tooLong)
    .refine(value => value === '' || nameText({ max }).safeParse(value).success, 'delivery.not-valid')

/** Creates the schema of a customer's text that has to be there. */
export const createRequiredText = (max: number, tooLong: TextId) =>
  createText(max, tooLong).min(1, 'delivery.needed')
