import { queryOptions, useQuery } from '@tanstack/react-query'
import BookImage from 'lucide-react/icons/book-image'
import { useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { getAnonymousUploads, getUpload } from '#contract/stored-pictures.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './project-picture.module.css'

/**
 * The preview, with a spine where there are pages; an icon without a preview. The title beside it names it. A preview whose
 * address is missing or has expired is read as the upload it is.
 */
export function ProjectPicture({ project, isSmall = false }: { project: Project; isSmall?: boolean }) {
  const { thumbnailUrl, previewId, pageCount } = project
  const accountId = useClaims().sub
  const [failedUrls, setFailedUrls] = useState<readonly string[]>([])
  const isUsable = (url: string | null | undefined) => Boolean(url) && !failedUrls.includes(url!)
  const { data: uploadUrl } = useQuery({
    ...previewQuery(accountId, previewId ?? ''),
    enabled: previewId !== undefined && !isUsable(thumbnailUrl),
  })
  const url = [thumbnailUrl, uploadUrl].find(isUsable)
  return (
    <span className={classes('ui-centered', styles.tile, isSmall && styles.small)}>
      {url ? (
        <span className={classes(styles.product, pageCount !== null && styles.bound)}>
          <img
            src={url}
            alt=""
            decoding="async"
            className={styles.picture}
            onError={() => setFailedUrls(urls => [...urls, url])}
          />
        </span>
      ) : (
        <Icon of={BookImage} size={isSmall ? 24 : 32} strokeWidth={1.5} />
      )}
    </span>
  )
}

/** Half of the hour for which an address works. */
const FRESH_MS = 30 * 60_000

/**
 * The address of an upload of the account; where the account has none (404), of one made before the sign-in .
 * Null without both.
 */
const previewQuery = (accountId: string, uploadId: string) =>
  queryOptions({
    queryKey: ['uploads', 'preview', accountId, uploadId],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      try {
        const { url } = await call(getUpload, { params: { id: uploadId }, query: { accountId } }, { signal })
        return url
      } catch (error) {
        if (!isNotFound(error)) throw error
        const uploads = await call(getAnonymousUploads, { body: [uploadId] }, { signal })
        return uploads.find(({ id }) => id === uploadId)?.url ?? null
      }
    },
  })
