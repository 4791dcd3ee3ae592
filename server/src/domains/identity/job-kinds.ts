import { defineJob, type JobKind } from '#server/platform/jobs/jobs.ts'

/** Mails a one-time link (mail-tokens.ts). */
export const identityMail: JobKind<{ ticket: string }> = defineJob('identity-mail')
