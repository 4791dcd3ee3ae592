import { open } from 'node:fs/promises'
import { z } from 'zod'

/** Reads a file with one JSON value in each line. Throws an error that names the line which is none, or not of the schema. */
export async function* readLines<T>(path: string, schema: z.ZodType<T>): AsyncIterable<T> {
  const file = await open(path)
  let line = 0
  for await (const text of file.readLines()) {
    line++
    if (text.trim() !== '') yield parseLine(text, schema, `${path}:${line}`)
  }
}

function parseLine<T>(text: string, schema: z.ZodType<T>, place: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`${place}: ${reason}`)
  }
}
