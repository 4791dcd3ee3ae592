import { useQuery } from '@tanstack/react-query'
import BookImage from 'lucide-react/icons/book-image'
import { useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { previewQuery } from './preview-query.ts'
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
    <span className={classes(styles.tile, isSmall && styles.small)}>
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
