import { type Node, Visitor } from 'oxc-parser'
import { z } from 'zod'
import { isTest, type SourceFile } from './source-tree.ts'

/**
 * Lists the fields of a schema, as 'menu.routes', that no source file reads. A read is a member access, a key of a
 * destructuring pattern or a name that is passed to a function. It counts only in a file that names one of the types or
 * values through which the schema's values are passed (`carriers`), because many fields have common names.
 */
export function listUnreadFields(
  schema: z.ZodType,
  files: readonly SourceFile[],
  carriers: RegExp,
): string[] {
  const names = new Set(
    files.filter(({ path, text }) => !isTest(path) && carriers.test(text)).flatMap(listReadNames),
  )
  const fields = listFields(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return [...fields].filter(path => !names.has(path.split('.').at(-1)!))
}

function listReadNames({ parsed }: SourceFile): string[] {
  const names: string[] = []
  const add = (key: Node) => {
    if (key.type === 'Identifier') names.push(key.name)
    if (key.type === 'Literal') names.push(String(key.value))
  }
  new Visitor({
    MemberExpression: node => add(node.property),
    // The name of a field that a function reads: `listStorefrontLinks(menu, 'footer')`.
    CallExpression: node => {
      for (const argument of node.arguments) if (argument.type === 'Literal') add(argument)
    },
    ObjectPattern: node => {
      for (const property of node.properties) if (property.type === 'Property') add(property.key)
    },
  }).visit(parsed.program)
  return names
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Also of what is optional, may be null or is in a list. */
function* listFields(schema: JsonSchema, at: readonly string[] = []): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const path = [...at, name]
    yield path.join('.')
    yield* listFields(field as JsonSchema, path)
  }
  for (const each of [schema.items, ...(schema.anyOf ?? [])])
    if (each) yield* listFields(each as JsonSchema, at)
}
