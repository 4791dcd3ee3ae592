import * as z from 'zod/mini'
import type { FieldIssue } from './field-issues.ts'

/** Creates the schema of a sales channel that must be one of these. */
export const channelOf = (channels: readonly string[]) =>
  z.string().check(z.refine(channel => channels.includes(channel), 'unknown' satisfies FieldIssue))
