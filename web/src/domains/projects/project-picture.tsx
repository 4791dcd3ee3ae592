import BookImage from 'lucide-react/icons/book-image'
import type { Project } from '#contract/projects.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './project-picture.module.css'

/** The preview, with a spine where there are pages; an icon without a preview. The title beside it names it. */
export function ProjectPicture({ project, isSmall = false }: { project: Project; isSmall?: boolean }) {
  const { thumbnailUrl, pageCount } = project
  return (
    <span className={classes(styles.tile, isSmall && styles.small)}>
      {thumbnailUrl ? (
        <span className={classes(styles.product, pageCount !== null && styles.bound)}>
          <img src={thumbnailUrl} alt="" decoding="async" className={styles.picture} />
        </span>
      ) : (
        <Icon of={BookImage} size={isSmall ? 24 : 32} strokeWidth={1.5} />
      )}
    </span>
  )
}
